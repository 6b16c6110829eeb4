//! Lowering of small programs, seen through the text form, and the verifier over all of them.

use crate::{CheckOptions, LowerOptions, ShlOverflow, lower};
use pm_base::{DataModel, Session};
use pm_ir::Program;
use pm_ir::text::{TextContext, print_function};

/// A lowered program with the names it needs for printing.
struct Lowered {
    program: Program,
    session: Session,
}

impl Lowered {
    fn function(&self, name: &str) -> String {
        let ctx = TextContext { names: &self.session.interner, sources: None };
        let mut out = String::new();
        for func in self.program.funcs.iter() {
            if self.session.interner.name(func.name) == name {
                print_function(&mut out, func, &self.program, &ctx);
            }
        }
        out
    }

    fn ids(&self) -> Vec<&str> {
        self.program.props.iter().map(|p| p.id.as_str()).collect()
    }
}

fn lower_with(text: &str, opts: &LowerOptions) -> Lowered {
    let mut session = Session::new();
    let ast = pm_syntax::parse(&mut session, "t.c", text.as_bytes().to_vec());
    let mut analyzer = pm_sema::Analyzer::new(&mut session, DataModel::Lp64);
    analyzer.add_unit(&mut session, &ast, false);
    let hir = analyzer.finish();
    assert!(!session.diags.has_errors(), "{}", session.diags.render(&session.sources));
    let program = lower(hir, &mut session, opts);
    let program = program.unwrap_or_else(|| panic!("{}", session.diags.render(&session.sources)));
    let errors = pm_ir::verify::verify(&program);
    let lowered = Lowered { program, session };
    assert!(errors.is_empty(), "{errors:?}\n{}", lowered.function("main"));
    lowered
}

fn standard(text: &str) -> Lowered {
    lower_with(text, &LowerOptions::default())
}

fn unchecked(text: &str) -> Lowered {
    lower_with(text, &LowerOptions { checks: CheckOptions::none(), ..LowerOptions::default() })
}

fn all_checks(text: &str) -> Lowered {
    let checks = CheckOptions {
        shl_overflow: ShlOverflow::C11,
        unsigned_overflow: true,
        pointer_overflow: true,
        conversion: true,
        float_overflow: true,
        float_div_by_zero: true,
        nan: true,
        enum_range: true,
        memory_leak: true,
        ..CheckOptions::all_undefined()
    };
    lower_with(text, &LowerOptions { checks, ..LowerOptions::default() })
}

#[track_caller]
fn count(text: &str, needle: &str, n: usize) {
    assert_eq!(text.matches(needle).count(), n, "{needle:?} in\n{text}");
}

#[test]
fn a_comparison_is_one_instruction_and_a_branch() {
    let f = unchecked("int f(int a, int b) { if (a < b) return 1; return 2; } int main(void) { return f(1, 2); }");
    let text = f.function("f");
    count(&text, "branch", 1);
    count(&text, "cast", 0);
}

#[test]
fn constant_addresses_need_no_pointer_check() {
    let f = standard("struct { int pad; struct { int y, z; } x[5]; } g; int main(void) { return g.x[3].y; }");
    assert_eq!(f.ids(), Vec::<&str>::new());
    count(&f.function("main"), "load", 1);
}

#[test]
fn a_constant_index_out_of_bounds_is_a_property() {
    let f = standard("int a[4]; int main(void) { return a[4]; }");
    assert_eq!(f.ids(), ["main.bounds.1"]);
    assert_eq!(f.program.props.iter().next().unwrap().text, "array index in bounds in a[4]");
}

#[test]
fn one_past_the_end_is_an_address() {
    let f = standard("int a[4]; int main(void) { int *p = &a[4]; return p == a; }");
    assert_eq!(f.ids(), Vec::<&str>::new());
}

#[test]
fn an_index_in_bounds_vouches_for_the_access() {
    let f = standard("int a[4]; int main(void) { int i = 0; a[i] = 7; return a[i]; }");
    assert_eq!(f.ids(), ["main.bounds.1", "main.bounds.2"]);
}

#[test]
fn checks_name_the_operation() {
    let f = standard("int f(int x, int y) { return (x + y) / y << x; } int main(void) { return f(1, 2); }");
    let texts: Vec<&str> = f.program.props.iter().map(|p| p.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "arithmetic overflow on signed + in x + y",
            "division by zero in (x + y) / y",
            "arithmetic overflow on signed / in (x + y) / y",
            "shift distance in range in (x + y) / y << x",
            "arithmetic overflow on signed << (undefined in C11, gcc defines it) in (x + y) / y << x",
        ]
    );
}

#[test]
fn unreachable_code_has_no_properties() {
    let f = standard("int main(void) { int x = 1; return 0; x = x / 0; { x = x + 1; } }");
    assert_eq!(f.ids(), Vec::<&str>::new());
}

#[test]
fn assertions_keep_their_text() {
    let text = "void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
        int main(void) { int x = 3; ((x == 3) ? (void)0 : __assert_fail(\"x == 3\", \"t.c\", 1, \"main\")); return 0; }";
    let f = standard(text);
    assert_eq!(f.program.props.iter().next().unwrap().text, "assertion x == 3");
}

#[test]
fn lifetimes_end_on_every_way_out() {
    let text = "void use(int *); int main(void) {
        for (int i = 0; i < 3; i++) { int x; use(&x); if (i == 1) continue; if (i == 2) break; use(&x); }
        return 0; }";
    let main = unchecked(text).function("main");
    count(&main, "dead", 3);
    count(&main, "decl x", 1);
}

#[test]
fn jumps_into_a_block_begin_its_lifetimes() {
    let text = "void use(int *); int main(void) { goto in; { int x; in: x = 1; use(&x); } return 0; }";
    let main = unchecked(text).function("main");
    assert!(main.contains("decl"), "{main}");
    let text = "void use(int *); int f(int n) { switch (n) { int x; case 1: x = 1; use(&x); break; case 2: { int y; use(&y); } }
        return 0; } int main(void) { return f(1); }";
    let f = unchecked(text).function("f");
    count(&f, "decl x", 1);
}

#[test]
fn duffs_device() {
    let text = "void f(char *to, char *from, int n) { int k = (n + 7) / 8;
        switch (n % 8) { case 0: do { *to++ = *from++; case 7: *to++ = *from++; case 6: *to++ = *from++; } while (--k > 0); } }
        int main(void) { char a[9], b[9]; f(a, b, 9); return 0; }";
    assert_eq!(pm_ir::loops::find_loops(find(&standard(text).program, "f")).len(), 1);
}

/// The function of a name, by its properties' prefix or the order of definition.
fn find<'a>(program: &'a Program, _name: &str) -> &'a pm_ir::Function {
    program.funcs.iter().next().unwrap()
}

#[test]
fn bit_fields_merge() {
    let text = "struct { unsigned a : 3; int b : 7; _Bool c : 1; unsigned long d : 40; } s;
        int main(void) { s.a = 5; s.b = -3; s.c = 2; s.d = 1ul << 39; return s.a + s.b + s.c + (int)s.d; }";
    let main = unchecked(text).function("main");
    assert!(main.contains("load"), "{main}");
}

#[test]
fn large_initialisers_are_copied() {
    let text = "int main(void) { int a[20] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}; return a[3]; }";
    let main = unchecked(text).function("main");
    count(&main, "copy", 1);
    count(&main, "store", 0);
    let text = "int f(void); int main(void) { int a[1000] = {[0 ... 999] = f()}; return a[3]; }";
    let program = unchecked(text).program;
    assert_eq!(pm_ir::loops::find_loops(find(&program, "main")).len(), 1);
}

#[test]
fn everything_verifies_with_all_checks() {
    let text = r#"
        struct s { int a; double b; char c[3]; }; enum e { X, Y, Z };
        typedef __builtin_va_list va_list;
        int sum(int n, ...) { va_list ap; __builtin_va_start(ap, n); int t = 0; while (n--) t += __builtin_va_arg(ap, int);
            __builtin_va_end(ap); return t; }
        struct s make(int a) { struct s r = {a, a * 0.5, "ab"}; return r; }
        int take(struct s v, struct s *p) { *p = v; return p->c[v.a & 1]; }
        int old(a, b) char a; float b; { return a + (int)b; }
        unsigned u(unsigned x) { return -x + ~x * 3u - (x << 3) + (x >> 1); }
        float fl(float x, double y, long double z) { return x * y + z / x - -x; }
        int vla(int n) { int a[n][n + 1]; a[n - 1][0] = sizeof a; return a[n - 1][0] + (int)(&a[1] - &a[0]); }
        enum e en(int i) { return (enum e)i; }
        int ptrs(int *p, int *q, long n) { p += n; p -= 2; q++; --q; return p - q + *(p + n) + p[n] + (p < q) + !p + (p && q); }
        int cond(int a, int b) { int c = a ? b : a ?: 3; c += a && b || !c; return (a, b) + (c ? make(1) : make(2)).a; }
        int se(int a) { return ({ int t = a; t++; if (t > 3) return 7; t; }) + ({ struct s q = make(a); q; }).a; }
        _Bool bo(int a, double d, void *p) { _Bool b = a; b += 3; b++; b = d; b |= p != 0; return b; }
        int sw(long long v) { switch (v) { case 1 ... 5: return 1; case -1: v++; default: v--; break; case 9:; } return v; }
        int lab(int n) { again: if (n-- > 0) goto again; return n; }
        void noret(void) { for (;;) {} }
        int lit(void) { struct s *p = &(struct s){.c = {1}, .a = 4}; return p->a + (int[]){1, 2, 3}[2]; }
        int fp(int (*f)(int), int x) { return f(x) + (*f)(x) + (**f)(x); }
        int missing(int x) { if (x) return 1; }
        int ov(int a, unsigned b) { int r; return __builtin_add_overflow(a, b, &r) + __builtin_mul_overflow(a, a, &r) + r; }
        int bits(unsigned x) { return __builtin_clz(x) + __builtin_ctz(x) + __builtin_ffs(x) + __builtin_popcount(x) +
            __builtin_parity(x) + __builtin_clrsb(x) + (int)__builtin_bswap32(x); }
        int main(int argc, char **argv) { struct s v; int x; for (x = 0; x < 3; x++) { if (x == argc) continue; v.a = x; }
            take(make(3), &v); sum(3, 1, 2, 3); old(1, 2.0); vla(3); ptrs(&x, &x, 0); argv[0][0] = 'x';
            return u(1) + fl(1, 2, 3) + en(1) + cond(1, 2) + se(2) + bo(1, 2, 0) + sw(3) + lab(3) + lit() + fp(lab, 2) +
            missing(1) + ov(1, 2) + bits(3); }
    "#;
    all_checks(text);
    standard(text);
    unchecked(text);
}

#[test]
fn a_register_without_a_value_is_checked_where_it_may_have_none() {
    let run = LowerOptions { checks: CheckOptions::all_undefined(), ..LowerOptions::default() };
    let f = lower_with("int main(void) { int x, i; for (i = 0; i < 2; i++) x = i; return x; }", &run);
    assert_eq!(f.ids(), ["main.overflow.1", "main.uninitialised.1"]);
    let f = lower_with("int main(void) { int x; x = 1; if (x) x = 2; else x = 3; return x; }", &run);
    assert_eq!(f.ids(), Vec::<&str>::new());
}

#[test]
fn no_entry_is_an_error() {
    let mut session = Session::new();
    let ast = pm_syntax::parse(&mut session, "t.c", b"int f(void) { return 1; }".to_vec());
    let mut analyzer = pm_sema::Analyzer::new(&mut session, DataModel::Lp64);
    analyzer.add_unit(&mut session, &ast, false);
    let hir = analyzer.finish();
    assert!(lower(hir, &mut session, &LowerOptions::default()).is_none());
    assert!(session.diags.has_errors());
}
