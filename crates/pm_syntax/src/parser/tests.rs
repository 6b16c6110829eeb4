//! Programs the parser must take or refuse, and what it makes of them.

use super::parse;
use crate::ast::{Ast, DeclPart, ExprKind, Item, StmtKind};
use pm_base::Session;

/// Parses on a stack like the real one.
fn run<T: Send + 'static>(text: impl Into<Vec<u8>>, check: impl FnOnce(Ast, Session) -> T + Send + 'static) -> T {
    let text = text.into();
    let body = move || {
        let mut session = Session::new();
        let ast = parse(&mut session, "t.c", text);
        check(ast, session)
    };
    std::thread::Builder::new().stack_size(1 << 28).spawn(body).unwrap().join().unwrap()
}

/// The messages of errors.
fn errors(text: impl Into<Vec<u8>>) -> Vec<String> {
    run(text, |_, session| session.diags.items.iter().map(|d| d.message.clone()).collect())
}

#[track_caller]
fn accept(text: &str) {
    assert_eq!(errors(text), Vec::<String>::new(), "{text}");
}

/// One error, whose message contains `part`.
#[track_caller]
fn refuse(text: &str, part: &str) {
    let found = errors(text);
    assert!(found.len() == 1 && found[0].contains(part), "{text}\n{found:?}");
}

#[test]
fn typedef_names_follow_scopes() {
    accept("typedef int T; void f(void) { T T = 1; T = 2; } T x;");
    accept("typedef int T; void f(int T) { T = T * T; } T y;");
    accept("typedef int T; struct s { T T; unsigned T2; const T *p; }; T z;");
    accept("typedef int T; void f(void) { for (int T = 0; T < 3; T++) ; T *p; }");
    accept("typedef int T; void f(void) { enum { T = 3 }; int a = T; { typedef char T; T c; } a = T; }");
    accept("typedef int T; void f(void) { T: ; goto T; T x; }");
    accept("typedef int T; int g(T), h(T T), k(int (T)), (*m)(T); T f(a, b) T a, b; { return a; }");
    accept("typedef int T; int f(void) { unsigned T; T = 1; return T; }");
    accept("typedef struct s s; struct s { s *next; }; s *f(s *s) { return s->next; }");
    accept("typedef int T; extern int f(T T, int x[sizeof T]); int g(void) { return sizeof(T) + (T)1; }");
    accept("typedef int (*fp)(void); fp a[2] = {0, 0}; fp (*b)(fp);");
    accept("typedef long T; void f(x) T x; { T y; y = x; }");
}

#[test]
fn declarations_in_all_forms() {
    accept("int a, *b, c[3], (*d)(int), *(*e[2])(void), f(void), (*g(int))(char);");
    accept("main() { return 0; } static x; *p; y = 3;");
    accept("extern __inline__ __attribute__((__gnu_inline__)) int f(int __restrict);");
    accept(
        "unsigned long long int long_ = 1ull; long unsigned a; _Bool b; __int128 c; _Float128 d; _Complex double e;",
    );
    accept("_Alignas(16) int a; _Alignas(double) char b; _Atomic(int) c; _Atomic int d; _Thread_local int e;");
    accept(
        "_Static_assert(1, \"x\"); struct s { _Static_assert(1, \"y\"); int a; }; void f(void) { _Static_assert(1); }",
    );
    accept(
        "struct {} e; struct s { int : 3, a : 2; unsigned : 0; struct { int b; }; union { int c; char d; }; int f[]; };",
    );
    accept("enum e { A, B = 3, C, } __attribute__((packed)); enum e v; enum { D };");
    accept("int f(int n, int a[static n], int b[const *], int c[*], int [n][n]);");
    accept("void f(a, b, c) int a; char *b, c; { } ; ;");
    accept("__typeof__(1 + 2) a; typeof(int *) b; __auto_type c = 1; typeof_unqual(a) d;");
    accept("asm(\"nop\"); int r asm(\"x\") __attribute__((used)); __asm__ volatile (\"y\" \"z\");");
    accept("__extension__ typedef struct { long long q; } lldiv; typedef __builtin_va_list va; __uint128_t u;");
    accept("int f(void) { int g(int x) { return x; } return g(1); }");
    accept("[[noreturn]] void f(void); int a [[maybe_unused]];");
}

#[test]
fn attributes_in_every_place() {
    accept("__attribute__((a)) int x __attribute__((b)), __attribute__((c)) y;");
    accept(
        "struct __attribute__((packed)) s { int a __attribute__((aligned(4))); char b : 3 __attribute__((x)); } __attribute__((y)) v;",
    );
    accept("int * __attribute__((aligned(8))) const p; void (__attribute__((noreturn)) *f)(int);");
    accept(
        "int f(int a __attribute__((unused)), __attribute__((x)) int b) __attribute__((format(printf, 1, 2), nonnull));",
    );
    accept("typedef int T; typedef int SI __attribute__((mode(SI))), V __attribute__((vector_size(4 * sizeof(T))));");
    accept(
        "void f(int x) { switch (x) { case 1: x++; __attribute__((fallthrough)); default: l: __attribute__((unused)) x--; } }",
    );
    accept(
        "enum e { A __attribute__((deprecated)) = 1 }; __attribute__(()) int z; __attribute__((const,,pure)) int q(void);",
    );
    accept("void f(void) { __attribute__((unused)) int x; int __attribute__((x)) y; [[fallthrough]]; }");
}

#[test]
fn attribute_names_lose_their_underscores() {
    run("int x __attribute__((__aligned__(8), __mode__(__SI__)));", |ast, session| {
        let Item::Decl(decl) = &ast.items[0] else { panic!() };
        let attrs = &decl.declarators[0].declarator.attrs;
        let names: Vec<&str> = attrs.iter().map(|a| session.interner.name(a.name)).collect();
        assert_eq!(names, ["aligned", "mode"]);
    });
}

#[test]
fn expressions_in_all_forms() {
    accept(
        "int f(int a, int *p) { return a ? a : p ? 1 : 2, a ?: 3, -a + +a - ~a * !a & *p | sizeof a ^ sizeof(int) << 2; }",
    );
    accept(
        "struct s { int a, b[3]; }; int f(void) { return ((struct s){ .a = 1, .b[0 ... 1] = 2 }).b[1] + sizeof (struct s){1}.a; }",
    );
    accept(
        "struct s { int a, b; } x = { a: 1, b: 2 }, y[3] = { [1] { 3 }, [2].a = 4, [0 ... 0] = {} }; int z = { 1 };",
    );
    accept("int f(int a) { return ({ int b = a; b++; }) + _Generic(a, int: 1, default: 2, char *: 3); }");
    accept(
        "int a = __builtin_offsetof(struct s { int b[3]; struct { int c; } d; }, b[1]), b = __builtin_types_compatible_p(int, char *);",
    );
    accept(
        "int f(__builtin_va_list v) { return __builtin_choose_expr(1, 2, 3) + __builtin_va_arg(v, int) + _Alignof(int) + __alignof__ f; }",
    );
    accept("void f(void) { l: ; void *p = &&l; goto *p; __extension__ (1 + 1); }");
    accept("char *s = \"a\" \"b\\x41\" L\"c\"; int c = 'ab' + L'x' + '\\n'; double d = 1e3 + 0x1.8p3f + .5L + 1.f;");
    accept("int f(void) { return __func__[0] + __FUNCTION__[1] + __PRETTY_FUNCTION__[2]; }");
    accept("int g(double x) { return __real__ x + __imag__ x; }");
    accept("int f(int a) { a = a += a <<= 2; a >>= 1, a %= 3; return (a)++ + ++(a)--; }");
}

#[test]
fn statements_in_all_forms() {
    accept(
        "void f(int x) { if (x) ; else if (x) {} else x = 1; do x--; while (x); while (x) break; for (;;) continue; }",
    );
    accept("int f(int x) { switch (x) { case 1: case 2 ... 5: int y; y = 1; default: } l: int z; return z; m: }");
    accept(
        "void f(void) { __label__ a, b; a: b: goto a; for (int i = 0, j; i < 3; i++) for (struct { int x; } s; ;) ; }",
    );
    accept(
        "void f(int a) { asm(\"\"); asm volatile(\"x\" : \"=r\"(a), [n] \"+m\"(a) : \"r\"(a) : \"memory\", \"cc\"); asm(\"\" ::: \"memory\"); }",
    );
    accept(
        "void f(int a) { asm goto(\"x\" : : \"r\"(a) : : l1, l2); l1: l2: ; __asm__ __volatile__ inline (\"\" : : \"i\"(1)); }",
    );
}

#[test]
fn parts_go_from_the_name_outwards() {
    run("char *(*a[3])(int);", |ast, _| {
        let Item::Decl(decl) = &ast.items[0] else { panic!() };
        let parts = &decl.declarators[0].declarator.parts;
        assert!(matches!(
            parts.as_slice(),
            [DeclPart::Array { .. }, DeclPart::Pointer(_), DeclPart::Function(_), DeclPart::Pointer(_)]
        ));
    });
}

#[test]
fn operators_bind_as_in_c() {
    run("int x = 1 + 2 * 3 - 4 << 5;", |ast, session| {
        let spans = ast.exprs.iter().filter(|e| matches!(e.kind, ExprKind::Binary { .. }));
        let texts: Vec<String> = spans.map(|e| session.sources.snippet(e.span, 80)).collect();
        assert_eq!(texts, ["2 * 3", "1 + 2 * 3", "1 + 2 * 3 - 4", "1 + 2 * 3 - 4 << 5"]);
    });
}

#[test]
fn pragmas_reach_the_tree() {
    let text = "#pragma pack(push, 2)\nstruct a { int x; };\n#pragma pack(pop)\nstruct b { int x; };\n
        void f(void) {\n#pragma proofmark unwind 7\nl: while (1) ;\nfor (;;) ; }";
    run(text, |ast, session| {
        assert!(session.diags.items.is_empty());
        let packs = ast.specs.iter().filter_map(|s| match &s.base {
            crate::ast::TypeSpec::Record(r) => Some(r.pragma_pack),
            _ => None,
        });
        assert_eq!(packs.collect::<Vec<u8>>(), [2, 0]);
        let unwinds = ast.stmts.iter().filter_map(|s| match s.kind {
            StmtKind::While { unwind, .. } | StmtKind::For { unwind, .. } => Some(unwind),
            _ => None,
        });
        assert_eq!(unwinds.collect::<Vec<Option<u32>>>(), [Some(7), None]);
    });
}

#[test]
fn mistakes_get_one_message_each() {
    refuse("int f(void) { return 1 }", "expected ';' after the return statement");
    refuse("int f(void) { int x = 1 int y; return x; }", "expected ';' after the declaration");
    refuse("foo_t x; foo_t y;", "unknown type name 'foo_t'");
    refuse("void f(void) { foo_t *p = 0; foo_t q; p = (foo_t *)0; }", "unknown type name 'foo_t'");
    refuse("void f(foo_t x, int y) { y = 1; }", "unknown type name 'foo_t'");
    refuse("struct s { foo_t x; int y; };", "unknown type name 'foo_t'");
    refuse("static foo_t const *f(void) { return 0; }", "unknown type name 'foo_t'");
    refuse("void f(void) { if (1 { } }", "expected ')' after the condition");
    refuse("void f(void) { for (int i = 0; i < 3 i++) { i = 1; } f(); }", "expected ';' after the condition");
    refuse("void f(void) { x = (1 + ; y = 2; }", "expected an expression");
    refuse("int f(int n; int a[n], int n) { return n; }", "forward declarations of parameters");
    refuse("int f(int a, 3, int b) { return a; } int g(void) { return 1; }", "expected a type");
    refuse("void f(int x) { for (int i) ; x = (1); }", "expected ';' after the declaration");
    refuse("void f(int x) { if (x) l: }", "expected an expression");
    refuse("int f(void) { return 1", "expected ';' after the return statement");
    refuse("void f(int x, int y) { x y; }", "expected ';' after the expression");
    refuse("typedef int T; int x = 1 + T;", "found the type name 'T'");
    refuse("void f(void) { if (1) int x; }", "a declaration cannot stand here");
    refuse("void f(void) { else ; }", "'else' without a previous 'if'");
    refuse("int a[3; int b;", "expected ']'");
    refuse("int x = 08;", "invalid digit '8'");
    refuse("int struct s { int a; } x;", "two or more data types");
    refuse("} int x;", "unmatched '}'");
    refuse("void f(void) { {", "expected '}'");
    refuse("int 3x;", "expected a name");
    refuse("enum { };", "at least one enumerator");
    refuse("static extern int x;", "more than one storage class");
    refuse("int x = \"a", "unterminated string literal");
    refuse("void f(void) { struct { int a } x; struct { int a int b; } y; }", "expected ';'");
}

#[test]
fn several_mistakes_are_found_in_a_run() {
    assert_eq!(errors("int f(void) { x = ; y = 1; z = ); } int g( { } int h(void) { return }").len(), 4);
    assert_eq!(errors("@\n".repeat(1000)).len(), pm_base::Diagnostics::MAX_ERRORS);
}

/// One limit message, or acceptance.
#[track_caller]
fn limited(text: String) {
    let found = errors(text);
    assert!(found.len() == 1 && found[0].contains("nested too deeply"), "{found:?}");
}

#[test]
fn deep_input_is_refused_cleanly() {
    const N: usize = 100_000;
    let nest = |open: &str, close: &str| open.repeat(N) + "1" + &close.repeat(N);
    limited(format!("int x = {};", nest("(", ")")));
    limited(format!("int x = {};", nest("-", "")).replace("--", "- -"));
    limited(format!("int x = {};", nest("a[", "]")));
    limited(format!("int x = {};", nest("{", "}")));
    limited(format!("int x = {};", nest("f(", ")")));
    limited(format!("int x = {};", nest("a ? b : ", "")));
    limited(format!("int x = {};", nest("(int)", "")));
    limited(format!("int x = {};", nest("a = ", "")));
    limited(format!("int x = {};", nest("", "+1")));
    limited(format!("int x = (1{});", ",1".repeat(N)));
    limited(format!("int x = a{};", ".b".repeat(N)));
    limited(format!("int x = a{};", "[1]".repeat(N)));
    limited(format!("int x = {};", nest("({", ";})")));
    limited(format!("int {}x;", "*".repeat(N)));
    limited(format!("int x{};", "[1]".repeat(N)));
    limited(format!("int {}x{};", "(".repeat(N), ")".repeat(N)));
    limited(format!("{} int x;", "struct {".repeat(N)));
    limited(format!("int f{};", "(int a".repeat(N)));
    limited(format!("typeof({} x;", "typeof(".repeat(N)));
    limited(format!("void f(void) {}", "{".repeat(N)));
    limited(format!("void f(void) {{ {} }}", "if (1) ; else ".repeat(N)));
    limited(format!("void f(void) {{ {} ; }}", "l: ".repeat(N)));
    limited(format!("void f(void) {{ {} ; }}", "while (1) ".repeat(N)));
    limited(format!("int x = {{ {} = 1 }};", ".a".repeat(N)));
    limited(format!("int x = sizeof {} y;", "sizeof ".repeat(N)));
}

#[test]
fn wide_input_is_taken() {
    accept(&format!("int a[] = {{ {} }};", "1,".repeat(200_000)));
    accept(&format!("void f(void) {{ {} }}", "x = 1; { int y; }".repeat(50_000)));
    accept(&"typedef int T; ".repeat(20_000));
    accept(&format!("char *s = {};", "\"abc\" ".repeat(50_000)));
    accept(&format!("int x = {}1{};", "(".repeat(4_000), ")".repeat(4_000)));
}

#[test]
fn any_bytes_are_survived() {
    for text in ["", "\0", "\u{feff}int x;", "\\", "\\\n", "#", "'", "\"", "/*", "int x = '", "((((((", "}}}}}", ";;;;"]
    {
        errors(text);
    }
    errors((0..=255).collect::<Vec<u8>>());
    accept("\u{feff}int x;");
}
