//! A program as a tree of pieces of text, so that it can be made smaller piece by piece.
//!
//! Names at file scope end in `@`: gcc compiles many programs in one file, in which it stands for the program's number.

use crate::flow::Flow;
use pm_base::DataModel;

/// A line, or lines with bodies between them: `if (x) {` body `} else {` body `}`.
#[derive(Clone, Debug)]
pub enum Node {
    Line(String),
    /// An object with static storage, which every execution starts anew: its name and its declaration.
    Global(String, String),
    Block(Vec<(String, Vec<Node>)>, String),
}

/// How a program is executed.
#[derive(Clone, Debug)]
pub enum Shape {
    /// `run` once, which leaves results in `r0`, `r1`, `r2`.
    Once,
    /// `run` again and again, each time with new inputs; `r0`, `r1`, `r2` are the state, from these values on.
    Reactive([u32; 3]),
    /// Pieces of `run`, chosen by its last input, in loops: `r0`, `r1`, `r2` are the state.
    Loops([u32; 3], Vec<Flow>),
}

/// What is known of a function by construction, by kind of property: the middle part of its id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// Nothing in it is violated.
    Holds,
    /// Some execution violates a property of this kind.
    Violated(&'static str),
    /// A property of this kind must not be proved: it depends on where objects lie.
    Open(&'static str),
    /// Some execution reaches the properties of this kind, and none violates them.
    Reached(&'static str),
}

/// How a program is compiled and looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    pub model: DataModel,
    /// Pointers and sizes have 32 bits.
    pub bits32: bool,
    /// Reads of what has no value are checked.
    pub uninitialised: bool,
    /// `-funsigned-char`
    pub unsigned_char: bool,
}

impl Way {
    pub fn new(model: DataModel) -> Way {
        let bits32 = model.facts().pointer == 32;
        Way { model, bits32, uninitialised: true, unsigned_char: model.abi().unsigned_char }
    }
}

#[derive(Clone, Debug)]
pub struct Source {
    pub shape: Shape,
    /// `in@()` gives further inputs, 0 or 1 each.
    pub asks: bool,
    pub way: Way,
    /// Where this is given, nothing is executed to know what is true.
    pub expected: Vec<(String, Expected)>,
    /// The inputs are 0 .. limit - 1, each.
    pub limits: Vec<u32>,
    pub items: Vec<Node>,
    /// Of `run`, whose parameters are the inputs.
    pub body: Vec<Node>,
}

pub const INPUTS: [&str; 4] = ["a", "b", "c", "d"];
pub const RESULTS: usize = 3;

impl Source {
    /// What all programs share: types and the library.
    pub fn head(bits32: bool) -> String {
        let size = if bits32 { "unsigned" } else { "unsigned long" };
        format!(
            "typedef unsigned char u8; typedef unsigned short u16; typedef unsigned u32; typedef unsigned long long u64; typedef signed char i8;\n\
             void *memcpy(void *, const void *, {size}); void *memmove(void *, const void *, {size}); void *memset(void *, int, {size});\n\
             void *malloc({size}); void *calloc({size}, {size}); void *realloc(void *, {size}); void free(void *); void exit(int);\n\
             union mix {{ u64 l; u32 i[2]; u16 h[4]; u8 c[8]; }};\n\
             struct rec {{ u8 c; u16 h; u32 i; u8 t[4]; u32 v[2]; }};\n\
             struct pair {{ u16 x; u8 y[3]; }};\n\
             struct node {{ struct node *next; u32 v; struct node *back; }};\n\
             struct bits {{ unsigned a : 3; int b : 5; unsigned c : 1; int d : 2; u64 e : 33; long long f : 40; u8 g : 7; unsigned : 0; short h : 9; _Bool i : 1; }};\n"
        )
    }

    /// Everything but the head and `main`.
    pub fn text(&self) -> String {
        let mut out = String::from("static u32 r0@, r1@, r2@;\n");
        if self.asks {
            out.push_str("static int in@(void);\n");
        }
        write(&self.items, 0, &mut out);
        let params: Vec<String> = self.limits.iter().zip(INPUTS).map(|(_, x)| format!("int {x}")).collect();
        out.push_str(&format!("static void run@({}) {{\n", params.join(", ")));
        write(&self.body, 1, &mut out);
        out.push_str("}\n");
        out
    }

    /// The objects that every execution starts anew.
    pub fn globals(&self) -> Vec<&str> {
        self.items.iter().filter_map(|n| if let Node::Global(name, _) = n { Some(&**name) } else { None }).collect()
    }

    /// All combinations of inputs.
    pub fn combinations(&self) -> Vec<Vec<u32>> {
        self.limits.iter().fold(vec![Vec::new()], |all, limit| {
            all.iter().flat_map(|head| (0..*limit).map(move |x| [&head[..], &[x]].concat())).collect()
        })
    }
}

fn write(nodes: &[Node], depth: usize, out: &mut String) {
    let mut line = |text: &str, depth: usize| {
        out.push_str(&"    ".repeat(depth));
        out.push_str(text);
        out.push('\n');
    };
    for node in nodes {
        match node {
            Node::Line(text) | Node::Global(_, text) => line(text, depth),
            Node::Block(parts, close) => {
                for (open, body) in parts {
                    line(open, depth);
                    let mut inner = String::new();
                    write(body, depth + 1, &mut inner);
                    inner.lines().for_each(|l| line(l, 0));
                }
                line(close, depth);
            }
        }
    }
}
