//! Attributes: which ones mean something to us, and what.
//!
//! Those that only steer gcc's optimiser or warnings are ignored. Those that change what a program does and that we do
//! not follow are refused where they stand.

use crate::cx::Cx;
use crate::hir;
use pm_base::{Diagnostic, Interner, Span, Symbol};
use pm_syntax::ast::{self, AttrArg};
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AttrKind {
    Packed,
    Aligned,
    NoReturn,
    Weak,
    Mode,
    VectorSize,
    GnuInline,
    AlwaysInline,
    MsStruct,
    GccStruct,
    TransparentUnion,
    Constructor,
    Destructor,
    Alias,
    /// Changes what the program does in a way that we do not follow.
    Optimize,
    Refused(&'static str),
}

pub struct AttrTable {
    kinds: FxHashMap<Symbol, AttrKind>,
    modes: FxHashMap<Symbol, Mode>,
}

/// The machine mode of `mode(…)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Integer of so many bytes.
    Int(u8),
    /// Float of so many bytes (10 is x87's).
    Float(u8),
    Word,
    Pointer,
}

#[derive(Clone, Copy, Default, Debug)]
pub struct DeclAttrs {
    pub packed: bool,
    /// The strictest `aligned`, which counts for variables and members; 0 is none.
    pub align: u32,
    /// The last `aligned`, which counts for records and typedefs, as in gcc; 0 is none.
    pub last_align: u32,
    pub noreturn: bool,
    pub weak: bool,
    pub mode: Option<Mode>,
    /// Bytes of `vector_size`.
    pub vector: Option<u64>,
    pub gnu_inline: bool,
    pub always_inline: bool,
    /// `ms_struct` or `gcc_struct`
    pub ms_struct: Option<bool>,
    pub transparent_union: bool,
    /// Priority of a function that is called before or after main.
    pub constructor: Option<u16>,
    pub destructor: Option<u16>,
    /// The function that this one is another name of.
    pub alias: Option<Symbol>,
}

impl DeclAttrs {
    /// Adds a declarator's attributes to those of its specifiers, which gcc applies last.
    pub fn merge(&mut self, o: DeclAttrs) {
        self.packed |= o.packed;
        self.align = self.align.max(o.align);
        self.last_align = if self.last_align != 0 { self.last_align } else { o.last_align };
        self.noreturn |= o.noreturn;
        self.weak |= o.weak;
        self.mode = o.mode.or(self.mode);
        self.vector = o.vector.or(self.vector);
        self.gnu_inline |= o.gnu_inline;
        self.always_inline |= o.always_inline;
        self.ms_struct = o.ms_struct.or(self.ms_struct);
        self.transparent_union |= o.transparent_union;
        self.constructor = o.constructor.or(self.constructor);
        self.destructor = o.destructor.or(self.destructor);
        self.alias = o.alias.or(self.alias);
    }
}

impl AttrTable {
    pub fn new(names: &mut Interner) -> Self {
        let kinds = [
            ("packed", AttrKind::Packed),
            ("aligned", AttrKind::Aligned),
            ("noreturn", AttrKind::NoReturn),
            ("weak", AttrKind::Weak),
            ("mode", AttrKind::Mode),
            ("vector_size", AttrKind::VectorSize),
            ("gnu_inline", AttrKind::GnuInline),
            ("always_inline", AttrKind::AlwaysInline),
            ("ms_struct", AttrKind::MsStruct),
            ("gcc_struct", AttrKind::GccStruct),
            ("transparent_union", AttrKind::TransparentUnion),
            ("cleanup", AttrKind::Refused("the function would be called where the scope ends")),
            ("constructor", AttrKind::Constructor),
            ("destructor", AttrKind::Destructor),
            ("alias", AttrKind::Alias),
            ("optimize", AttrKind::Optimize),
            ("ifunc", AttrKind::Refused("the function would be chosen at load time")),
            ("scalar_storage_order", AttrKind::Refused("only the target's byte order is known")),
        ];
        let modes = [
            ("QI", Mode::Int(1)),
            ("byte", Mode::Int(1)),
            ("HI", Mode::Int(2)),
            ("SI", Mode::Int(4)),
            ("DI", Mode::Int(8)),
            ("TI", Mode::Int(16)),
            ("SF", Mode::Float(4)),
            ("DF", Mode::Float(8)),
            ("XF", Mode::Float(10)),
            ("TF", Mode::Float(16)),
            ("word", Mode::Word),
            ("unwind_word", Mode::Word),
            ("pointer", Mode::Pointer),
        ];
        AttrTable {
            kinds: kinds.into_iter().map(|(n, k)| (names.intern(n), k)).collect(),
            modes: modes.into_iter().map(|(n, m)| (names.intern(n), m)).collect(),
        }
    }
}

impl<'a> Cx<'a> {
    pub fn attrs(&mut self, attrs: &'a [ast::Attr]) -> DeclAttrs {
        let mut out = DeclAttrs::default();
        for attr in attrs {
            if let Some(&kind) = self.an.attr_table.kinds.get(&attr.name) {
                self.attr(kind, attr, &mut out);
            }
        }
        out
    }

    fn attr(&mut self, kind: AttrKind, attr: &'a ast::Attr, out: &mut DeclAttrs) {
        match kind {
            AttrKind::Packed => out.packed = true,
            AttrKind::Aligned => {
                out.last_align = self.aligned(attr);
                out.align = out.align.max(out.last_align);
            }
            AttrKind::NoReturn => out.noreturn = true,
            AttrKind::Weak => out.weak = true,
            AttrKind::Mode => self.mode(attr, out),
            AttrKind::VectorSize => out.vector = self.vector_bytes(attr),
            AttrKind::GnuInline => out.gnu_inline = true,
            AttrKind::AlwaysInline => out.always_inline = true,
            AttrKind::MsStruct => out.ms_struct = Some(true),
            AttrKind::GccStruct => out.ms_struct = Some(false),
            AttrKind::TransparentUnion => out.transparent_union = true,
            AttrKind::Constructor => out.constructor = Some(self.priority(attr)),
            AttrKind::Alias => out.alias = self.alias_target(attr),
            AttrKind::Destructor => out.destructor = Some(self.priority(attr)),
            AttrKind::Optimize => self.optimize(attr),
            AttrKind::Refused(reason) => {
                let name = self.name(attr.name).to_string();
                self.push(Diagnostic::unsupported(attr.span, format!("attribute '{name}': {reason}")));
            }
        }
    }

    /// Optimisations of one function may change what it computes.
    fn optimize(&mut self, attr: &'a ast::Attr) {
        for arg in &attr.args {
            if let Some(why) = self.text_of(arg).and_then(|text| pm_syntax::changed_by(text.as_bytes())) {
                self.unsupported(attr.span, format!("attribute 'optimize': {why}"));
            }
        }
    }

    fn text_of(&self, arg: &'a AttrArg) -> Option<String> {
        let AttrArg::Expr(e) = arg else { return None };
        let ast::ExprKind::Str { units, .. } = &self.ast_expr(*e).kind else { return None };
        Some(units.iter().filter_map(|&u| char::from_u32(u)).collect())
    }

    fn alias_target(&mut self, attr: &'a ast::Attr) -> Option<Symbol> {
        if let Some(name) = attr.args.first().and_then(|arg| self.text_of(arg)) {
            return Some(self.session.interner.intern(&name));
        }
        self.error(attr.span, "attribute 'alias' needs the name of a symbol");
        None
    }

    fn vector_bytes(&mut self, attr: &'a ast::Attr) -> Option<u64> {
        let bytes = match attr.args.first() {
            Some(AttrArg::Expr(e)) => self.const_int(*e, "size of the vector"),
            Some(AttrArg::Ident(sym)) => self.enum_constant(*sym),
            _ => None,
        };
        let bytes = bytes.and_then(|b| u64::try_from(b).ok());
        if bytes.is_none() {
            self.error(attr.span, "'vector_size' needs a number of bytes");
        }
        bytes
    }

    /// The place of a constructor or destructor among the others; those without a number come behind all that have one.
    fn priority(&mut self, attr: &'a ast::Attr) -> u16 {
        let value = match attr.args.first() {
            None => return hir::NO_PRIORITY,
            Some(AttrArg::Expr(e)) => self.const_int(*e, "priority"),
            Some(AttrArg::Ident(sym)) => self.enum_constant(*sym),
            Some(AttrArg::Type(_)) => None,
        };
        match value.map(u16::try_from) {
            Some(Ok(priority)) => priority,
            _ => {
                self.error(attr.span, "priorities are integers from 0 to 65535");
                hir::NO_PRIORITY
            }
        }
    }

    fn aligned(&mut self, attr: &'a ast::Attr) -> u32 {
        match attr.args.first() {
            None => self.types().model.facts().aligned.into(),
            Some(AttrArg::Expr(e)) => self.alignment(*e, attr.span),
            Some(AttrArg::Ident(sym)) => match self.enum_constant(*sym) {
                Some(value) => self.check_alignment(value, attr.span),
                None => {
                    self.error(attr.span, "requested alignment is not an integer constant");
                    0
                }
            },
            Some(AttrArg::Type(_)) => {
                self.error(attr.span, "requested alignment is not an integer constant");
                0
            }
        }
    }

    /// The value of an alignment expression; 0 after an error.
    pub fn alignment(&mut self, e: ast::ExprId, span: Span) -> u32 {
        match self.const_int(e, "requested alignment") {
            Some(value) => self.check_alignment(value, span),
            None => 0,
        }
    }

    fn check_alignment(&mut self, value: i128, span: Span) -> u32 {
        if value == 0 {
            return 0;
        }
        match u32::try_from(value) {
            Ok(v) if v.is_power_of_two() && v <= 1 << 28 => v,
            _ => {
                self.error(span, "requested alignment is not a positive power of 2");
                0
            }
        }
    }

    fn mode(&mut self, attr: &'a ast::Attr, out: &mut DeclAttrs) {
        let mode = match attr.args.first() {
            Some(AttrArg::Ident(sym)) => self.an.attr_table.modes.get(sym).copied(),
            Some(AttrArg::Expr(e)) => match &self.ast.exprs[*e].kind {
                ast::ExprKind::Ident(sym) => self.an.attr_table.modes.get(sym).copied(),
                _ => None,
            },
            _ => None,
        };
        match mode {
            Some(mode) => out.mode = Some(mode),
            None => self.push(Diagnostic::unsupported(attr.span, "this machine mode is not known")),
        }
    }
}
