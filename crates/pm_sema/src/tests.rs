//! What C text means: types of expressions, conversions, layout, initialisers, linkage, and what is rejected.

use crate::Analyzer;
use crate::hir::{Body, ConstValue, ExprId, ExprKind, Global, GlobalDef, Program, StmtKind};
use pm_base::{DataModel, Session};

struct Unit {
    program: Program,
    session: Session,
}

fn link(model: DataModel, texts: &[&str]) -> Unit {
    let mut session = Session::new();
    let mut analyzer = Analyzer::new(&mut session, model);
    for (i, text) in texts.iter().enumerate() {
        let ast = pm_syntax::parse(&mut session, &format!("{i}.c"), text.as_bytes().to_vec());
        analyzer.add_unit(&mut session, &ast, false);
    }
    Unit { program: analyzer.finish(), session }
}

fn accept(text: &str) -> Unit {
    let unit = link(DataModel::Lp64, &[text]);
    assert!(!unit.session.diags.has_errors(), "{text}\n{}", unit.session.diags.render(&unit.session.sources));
    unit
}

/// The message of the first error.
fn reject(text: &str) -> String {
    first_error(link(DataModel::Lp64, &[text]), text)
}

fn first_error(unit: Unit, text: &str) -> String {
    let found = unit.session.diags.items.into_iter().find(|d| d.severity == pm_base::Severity::Error);
    found.unwrap_or_else(|| panic!("accepted: {text}")).message
}

fn check_model(model: DataModel, text: &str) {
    let unit = link(model, &[text]);
    assert!(!unit.session.diags.has_errors(), "{text}\n{}", unit.session.diags.render(&unit.session.sources));
}

impl Unit {
    fn global(&self, name: &str) -> &Global {
        let sym = self.session.interner.lookup(name).unwrap();
        self.program.globals.iter().find(|g| g.name == sym).unwrap()
    }

    /// The initial bytes of a global; addresses are left as zeros.
    fn bytes(&self, name: &str) -> Vec<u8> {
        let g = self.global(name);
        let mut out = vec![0; self.program.types.size_of(g.ty.ty).unwrap() as usize];
        let GlobalDef::Init(items) = &g.def else { return out };
        for item in items {
            for k in 0..item.count {
                self.put(&mut out[(item.offset + k * item.stride) as usize..], &item.value);
            }
        }
        out
    }

    fn put(&self, out: &mut [u8], value: &ConstValue) {
        match *value {
            ConstValue::Scalar { bits, size } => {
                let size = usize::from(size).min(16);
                out[..size].copy_from_slice(&bits.to_le_bytes()[..size]);
            }
            ConstValue::BitField { range, bits } => {
                for i in 0..range.width {
                    let at = range.start + i;
                    out[usize::from(at / 8)] |= ((bits >> i & 1) as u8) << (at % 8);
                }
            }
            ConstValue::Bytes { str, len } => {
                out[..len as usize].copy_from_slice(&self.program.strings[str].bytes[..len as usize]);
            }
            ConstValue::Address { .. } => {}
        }
    }

    fn body(&self, name: &str) -> &Body {
        let sym = self.session.interner.lookup(name).unwrap();
        self.program.funcs.iter().find(|f| f.name == sym).unwrap().body.as_ref().unwrap()
    }

    /// The value of the first `return` of a function, as text.
    fn returned(&self, name: &str) -> String {
        let body = self.body(name);
        let value = body.stmts.iter().find_map(|s| match s.kind {
            StmtKind::Return(Some(e)) => Some(e),
            _ => None,
        });
        self.show(body, value.unwrap())
    }

    fn show(&self, body: &Body, e: ExprId) -> String {
        let x = &body.exprs[e];
        let sub = |e: ExprId| self.show(body, e);
        let ty = crate::display::type_name(&self.program.types, &self.session.interner, x.ty);
        match &x.kind {
            ExprKind::Const(v) => format!("{v}:{ty}"),
            ExprKind::Local(l) => body.locals[*l].name.map_or("tmp", |n| self.session.interner.name(n)).to_string(),
            ExprKind::Global(g) => self.session.interner.name(self.program.globals[*g].name).to_string(),
            ExprKind::Load(e) => sub(*e),
            ExprKind::Decay(e) => format!("decay({})", sub(*e)),
            ExprKind::Deref(e) => format!("*{}", sub(*e)),
            ExprKind::Index { base, index } => format!("{}[{}]", sub(*base), sub(*index)),
            ExprKind::Member { base, name, .. } => format!("{}.{}", sub(*base), self.session.interner.name(*name)),
            ExprKind::Cast { arg, .. } => format!("({ty}){}", sub(*arg)),
            ExprKind::Unary { op, arg } => format!("{op:?}({})", sub(*arg)),
            ExprKind::Binary { op, lhs, rhs } => format!("{op:?}:{ty}({}, {})", sub(*lhs), sub(*rhs)),
            ExprKind::Builtin { op, args } => {
                format!("{op:?}({})", args.iter().map(|&a| sub(a)).collect::<Vec<_>>().join(", "))
            }
            ExprKind::Call { args, .. } => {
                format!("call({})", args.iter().map(|&a| sub(a)).collect::<Vec<_>>().join(", "))
            }
            ExprKind::StmtExpr { value, .. } => format!("({{{}}})", value.map_or(String::new(), sub)),
            ExprKind::SizeofVla(_) => "sizeof_vla".to_string(),
            _ => "other".to_string(),
        }
    }
}

#[test]
fn usual_conversions() {
    let unit = accept(
        "long f(char c, unsigned u, long l) { return c + u; } int g(short s) { return s << 2L; }
         double h(float x, int i) { return x * i; } int k(unsigned char a, unsigned char b) { return a < b; }",
    );
    assert_eq!(unit.returned("f"), "(long)Add:unsigned int((unsigned int)(int)c, u)");
    assert_eq!(unit.returned("g"), "Shl:int((int)s, 2:long)");
    assert_eq!(unit.returned("h"), "(double)Mul:float(x, (float)i)");
    assert_eq!(unit.returned("k"), "Lt:int((int)a, (int)b)");
}

#[test]
fn bit_fields_have_their_width() {
    let unit = accept(
        "struct { unsigned a : 3; unsigned long b : 40; unsigned c : 32; } s;
         int f(void) { return s.a - 1; } long g(void) { return s.b + 1; } long h(void) { return s.c + 1; }",
    );
    assert_eq!(unit.returned("f"), "Sub:int((int)s.a, 1:int)");
    let wide = "unsigned:40";
    assert_eq!(unit.returned("g"), format!("(long)Add:{wide}(({wide})s.b, 1:{wide})"));
    assert_eq!(unit.returned("h"), "(long)Add:unsigned int(s.c, 1:unsigned int)");
}

#[test]
fn sizes_and_layout() {
    let common = "struct a { char c; double d; }; struct b { int x : 5; int y : 30; char z; };
        struct c { char c; int i; } __attribute__((packed)); union u { long double l; char c[17]; };
        struct e {}; struct f { int n; short a[]; }; enum small { A } __attribute__((packed));";
    check_model(
        DataModel::Lp64,
        &format!(
            "{common} _Static_assert(sizeof(struct a) == 16 && sizeof(struct b) == 12 && sizeof(struct c) == 5, \"\");
             _Static_assert(sizeof(union u) == 32 && sizeof(struct e) == 0 && sizeof(struct f) == 4, \"\");
             _Static_assert(sizeof(enum small) == 1 && sizeof(__builtin_va_list) == 24 && sizeof(long) == 8, \"\");"
        ),
    );
    check_model(
        DataModel::Ilp32,
        &format!(
            "{common} _Static_assert(sizeof(struct a) == 12 && _Alignof(double) == 4 && __alignof__(double) == 8, \"\");
             _Static_assert(sizeof(union u) == 20 && sizeof(long double) == 12 && sizeof(long) == 4, \"\");
             _Static_assert(sizeof(__builtin_va_list) == 4 && sizeof(4294967296) == 8, \"\");"
        ),
    );
    check_model(
        DataModel::Llp64,
        "struct m { int a : 1; char b : 1; }; _Static_assert(sizeof(struct m) == 8 && sizeof(long) == 4, \"\");
         _Static_assert(sizeof(void *) == 8 && sizeof(L'a') == 2, \"\");",
    );
}

#[test]
fn initialisers() {
    let unit = accept(
        "int a[] = { [3] = 7, [0] = 1, 2, [1 ... 2] = 9, [1] = 5 };
         struct p { char x; struct { short y, z; } in; } p = { 1, .in.z = 3 }, q[2] = { 1, 2, 3, [1].in = { 4 } };
         char s[5] = \"ab\", t[] = { \"xyz\" }; union { int i; char c[8]; } u = { .c = { 1, 2 }, .i = 3 };
         struct { int n; char d[]; } flex = { 2, \"hi\" }; struct { int a : 4, : 4, b : 8; } bits = { -1, 5 };
         int m[2][2] = { { 1 }, 2, 3 }; const int k = 40; int from = k + 2;",
    );
    assert_eq!(unit.bytes("a"), [1, 0, 0, 0, 5, 0, 0, 0, 9, 0, 0, 0, 7, 0, 0, 0]);
    assert_eq!(unit.bytes("p"), [1, 0, 0, 0, 3, 0]);
    assert_eq!(unit.bytes("q"), [1, 0, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0]);
    assert_eq!(unit.bytes("s"), b"ab\0\0\0");
    assert_eq!(unit.bytes("t"), b"xyz\0");
    assert_eq!(unit.bytes("u"), [3, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(unit.bytes("flex"), [2, 0, 0, 0, b'h', b'i', 0, 0]);
    assert_eq!(unit.bytes("bits"), [15, 5, 0, 0]);
    assert_eq!(unit.bytes("m"), [1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]);
    assert_eq!(unit.bytes("from"), [42, 0, 0, 0]);
}

#[test]
fn variable_length_arrays() {
    let unit = accept("unsigned long f(int n) { int a[n][3]; typedef char T[n]; return sizeof a + sizeof(T); }");
    assert_eq!(unit.returned("f"), "Add:unsigned long(sizeof_vla, sizeof_vla)");
    let stmts = &unit.body("f").stmts;
    assert_eq!(stmts.iter().filter(|s| matches!(s.kind, StmtKind::VlaLen { .. })).count(), 2);
    accept("int f(int n, int a[n][n]) { return a[1][2] + sizeof(int[n]); } void g(int n) { l:; int a[n]; goto l; }");
    reject("void f(int n) { goto l; int a[n]; l:; }");
    reject("int n; int a[n];");
}

#[test]
fn intrinsics_yield_to_definitions() {
    let unit = accept(
        "extern unsigned __VERIFIER_nondet_uint(void); int f(void) { return __VERIFIER_nondet_uint() + nondet_char(); }
         void reach_error(void) {} int g(void) { reach_error(); return 0; }",
    );
    assert_eq!(unit.returned("f"), "(int)Add:unsigned int(Nondet(), (unsigned int)(int)Nondet())");
    let calls = unit.body("g").exprs.iter().filter(|e| matches!(e.kind, ExprKind::Call { .. })).count();
    assert_eq!(calls, 1);
}

#[test]
fn builtins_fold() {
    let unit = accept(
        "int f(int x) { return __builtin_expect(x, 1) + __builtin_constant_p(3) + __builtin_constant_p(x); }
         int a[__builtin_popcount(255) + __builtin_bswap16(0x0100)]; int g(void) { return __builtin_clz(1u); }",
    );
    assert_eq!(unit.program.types.size_of(unit.global("a").ty.ty), Some(9 * 4));
    assert_eq!(unit.returned("g"), "Clz(1:unsigned int)");
    accept("void f(int *p) { __sync_fetch_and_add(p, 1); __atomic_store_n(p, 2, 5); __builtin_memcpy(p, p, 4); }");
}

#[test]
fn what_gcc_rejects() {
    for (text, message) in [
        ("int f(void) { const int x = 1; x = 2; return x; }", "read-only"),
        ("struct a { int x; } a; struct b { int x; } b; void f(void) { a = b; }", "incompatible types"),
        ("struct a { int x; } a; int f(void) { return a.y; }", "no member"),
        ("int f(void) { return counter; }", "undeclared"),
        ("int f(int x) { switch (x) { case 1: case 1:; } return 0; }", "duplicate case"),
        ("int f(void) { l: l: return 0; }", "duplicate label"),
        ("void g(void); int f(void) { return g() + 1; }", "void value"),
        ("int g(int a); int f(void) { return g(); }", "too few"),
        ("struct s; int f(void) { struct s x; return 0; }", "incomplete"),
        ("int g; static int q = g;", "not constant"),
        ("int a[-1];", "negative"),
        ("struct s { int a : 33; };", "exceeds"),
        ("int f(void) { break; }", "not within"),
        ("int f(int); int f(double);", "conflicting"),
        ("int x = 1; int x = 2;", "redefinition"),
        ("int f(void) { int a; int a; return 0; }", "redeclaration"),
        ("enum { A = 0x7fffffff, B };", "overflow"),
        ("int f(int *p) { return p * 2; }", "invalid operands"),
        ("int a[0x7fffffffffffffff];", "too large"),
        ("char a[1][0x7fffffffffffffff][2];", "too large"),
    ] {
        let found = reject(text);
        assert!(found.contains(message), "{text}: {found}");
    }
}

#[test]
fn unsupported_types_only_where_used() {
    accept(
        "double _Complex csin(double _Complex); typedef float v4 __attribute__((vector_size(16))); v4 add(v4, v4);
            struct s { v4 x; }; static inline v4 twice(v4 a) { return a + a; } int main(void) { return 0; }",
    );
    assert!(reject("double _Complex z; void f(void) { z = 1; }").contains("complex"));
    assert!(reject("int f(void) { l: m: return &&l - &&m; }").contains("label"));
}

#[test]
fn units_are_linked() {
    let unit = link(
        DataModel::Lp64,
        &[
            "int x; extern int a[]; int f(void) __attribute__((weak)); int f(void) { return 1; } struct s; extern struct s o;",
            "int x = 3; int a[4]; int f(void) { return 2; } struct s { int v; } o = { 5 }; static int l; int t[];",
        ],
    );
    assert!(!unit.session.diags.has_errors(), "{}", unit.session.diags.render(&unit.session.sources));
    assert_eq!(unit.bytes("x"), [3, 0, 0, 0]);
    assert_eq!(unit.program.types.size_of(unit.global("a").ty.ty), Some(16));
    assert_eq!(unit.program.types.size_of(unit.global("t").ty.ty), Some(4));
    assert_eq!(unit.bytes("o"), [5, 0, 0, 0]);
    assert_eq!(unit.returned("f"), "2:int");
    for (a, b) in [
        ("int f(void) { return 1; }", "int f(void) { return 2; }"),
        ("int f(int); int g(void) { return f(1); }", "double f(int x) { return x; }"),
        ("int x = 1;", "int x = 2;"),
        ("int x;", "double x;"),
        ("struct s { int a; }; extern struct s x; int f(void) { return x.a; }", "struct s { char a; }; struct s x;"),
    ] {
        first_error(link(DataModel::Lp64, &[a, b]), b);
    }
    // What is not used, or does not differ for the machine, is none of the linker's business.
    for (a, b) in [
        ("int f(int);", "double f(int x) { return x; }"),
        ("int f(int); int g(void) { return f(1); }", "double f(double);"),
        ("void f(int); void g(void) { f(1); }", "void f(unsigned x) {}"),
        ("struct s { int a; }; extern struct s x;", "struct s { char a; }; struct s x;"),
    ] {
        let unit = link(DataModel::Lp64, &[a, b]);
        assert!(!unit.session.diags.has_errors(), "{}", unit.session.diags.render(&unit.session.sources));
    }
}

#[test]
fn model_definitions_yield() {
    let mut session = Session::new();
    let mut analyzer = Analyzer::new(&mut session, DataModel::Lp64);
    let user = "char *strcpy(char *d, const char *s) { return d; } void *malloc(unsigned long); int f(void) { return malloc(3) == 0 && strlen(\"a\"); }";
    let ast = pm_syntax::parse(&mut session, "user.c", user.as_bytes().to_vec());
    analyzer.add_unit(&mut session, &ast, false);
    let names: Vec<&str> = analyzer.undefined().into_iter().map(|s| session.interner.name(s)).collect();
    assert_eq!(names, ["malloc", "strlen"]);
    let model = "typedef unsigned long size_t; void *malloc(size_t n) { return __pm_alloc(n, 0); }
        char *strcpy(char *d, const char *s) { return 0; } size_t strlen(const char *s) { return 0; }";
    let ast = pm_syntax::parse(&mut session, "model.c", model.as_bytes().to_vec());
    analyzer.add_unit(&mut session, &ast, true);
    assert!(analyzer.undefined().is_empty());
    let unit = Unit { program: analyzer.finish(), session };
    assert!(!unit.session.diags.has_errors(), "{}", unit.session.diags.render(&unit.session.sources));
    assert_eq!(unit.returned("strcpy"), "d");
    assert_eq!(unit.returned("malloc"), "PmAlloc(n, 0:int)");
}
