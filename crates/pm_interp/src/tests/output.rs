//! printf and snprintf.

use super::builder::*;
use super::{run_all, trouble};
use crate::{Outcome, RunOptions};
use pm_base::num::FloatFormat;
use pm_ir::*;

/// An argument as it lies in its slot of 16 bytes.
enum Arg {
    Int(i64),
    Double(f64),
    Text(&'static str),
    Null,
}

fn program(format: &str, args: &[Arg]) -> ProgramBuilder {
    let mut p = ProgramBuilder::new();
    let text = p.string(format);
    let buffer = p.global("args", 16 * args.len() as u64, GlobalInit::Zero);
    for (i, arg) in args.iter().enumerate() {
        if let Arg::Text(t) = arg {
            let s = p.string(t);
            p.reloc(buffer, 16 * i as u64, Base::Global(s), 0);
        }
    }
    p.entry(|b| {
        for (i, arg) in args.iter().enumerate() {
            let at = Operand::Addr(Base::Global(buffer), 16 * i as i64);
            match arg {
                Arg::Int(v) => b.store(I64, at, long(*v)),
                Arg::Double(v) => {
                    let ty = FloatFormat::F64;
                    b.store(Ty::Float(ty), at, Operand::Float(ty, u128::from(v.to_bits())));
                }
                Arg::Text(_) | Arg::Null => {}
            }
        }
        let count = b.temp(I32);
        let (stream, format, args) = (Operand::NULL, global(text), global(buffer));
        b.push(InstKind::Print { dst: Some(count), stream, format, args });
        b.stop(var(count));
    });
    p
}

fn printed(format: &str, args: &[Arg]) -> String {
    let ran = run_all(program(format, args), &RunOptions::default(), &[]);
    assert_eq!(ran.result.outcome, Outcome::Exit(ran.out.len() as i32), "{format}");
    ran.out
}

#[test]
fn conversions() {
    use Arg::*;
    assert_eq!(printed("plain %%\n", &[]), "plain %\n");
    assert_eq!(
        printed("%d %5d|%-5d|%05d|%+d", &[Int(-3), Int(42), Int(42), Int(42), Int(7)]),
        "-3    42|42   |00042|+7"
    );
    assert_eq!(
        printed("%u %x %#X %o %hhd %hu", &[Int(-1), Int(255), Int(255), Int(8), Int(300), Int(65537)]),
        "4294967295 ff 0XFF 10 44 1"
    );
    assert_eq!(
        printed("%ld %llu %zx %jd %td", &[Int(-5), Int(-1), Int(-1), Int(9), Int(-9)]),
        "-5 18446744073709551615 ffffffffffffffff 9 -9"
    );
    assert_eq!(printed("%c%c%3c", &[Int(72), Int(105), Int(33)]), "Hi  !");
    assert_eq!(
        printed("[%s] [%6s] [%-6s] [%.2s]", &[Text("abc"), Text("abc"), Text("abc"), Text("abc")]),
        "[abc] [   abc] [abc   ] [ab]"
    );
    assert_eq!(
        printed("%f %.2f %e %g %a", &[Double(1.5), Double(2.675), Double(12345.678), Double(1e-5), Double(1.0)]),
        "1.500000 2.67 1.234568e+04 1e-05 0x1p+0"
    );
    assert_eq!(printed("%*d|%-*d|%.*f", &[Int(4), Int(1), Int(4), Int(2), Int(1), Double(0.25)]), "   1|2   |0.2");
    assert_eq!(printed("%p", &[Null]), "(nil)");
}

#[test]
fn bad_formats() {
    assert!(trouble(program("%d %d", &[Arg::Int(1)])).starts_with("too few arguments for the format"));
    assert_eq!(trouble(program("%s", &[Arg::Null])), "read of 1 bytes: NULL pointer");
    assert_eq!(trouble(program("%y", &[])), "unknown conversion `%y'");
    assert_eq!(trouble(program("%", &[])), "a format that ends inside a conversion");
}

#[test]
fn into_a_buffer() {
    let program = |room: u64| {
        let mut p = ProgramBuilder::new();
        let (text, value) = (p.string("<%d>"), p.global("args", 16, GlobalInit::Data([77u8].into())));
        p.entry(|b| {
            let (s, count) = (b.slot("buffer", 4), b.temp(I32));
            b.push(InstKind::Decl(s));
            b.store(I32, slot(s), int(-1));
            let (buffer, size, format, args) = (slot(s), size(room), global(text), global(value));
            b.push(InstKind::Format { dst: Some(count), buffer, size, format, args });
            let v = b.load(I32, slot(s));
            b.assert(Rvalue::Cmp { op: CmpOp::Eq, ty: I32, a: var(count), b: int(4) });
            b.stop(var(v));
        });
        p
    };
    let exit = |room| run_all(program(room), &RunOptions::default(), &[]).result.outcome;
    assert_eq!(exit(0), Outcome::Exit(-1));
    assert_eq!(exit(3), Outcome::Exit(i32::from_le_bytes([b'<', b'7', 0, 255])));
    assert_eq!(exit(4), Outcome::Exit(i32::from_le_bytes([b'<', b'7', b'7', 0])));
    assert_eq!(trouble(program(100)), "write of 5 bytes: offset 0, 5 bytes, object `buffer' has 4 bytes");
}

#[test]
fn streams() {
    let mut p = ProgramBuilder::new();
    let text = p.string("x");
    p.entry(|b| {
        for stream in [Operand::NULL, Operand::Abs(2), Operand::Abs(7)] {
            b.push(InstKind::Print { dst: None, stream, format: global(text), args: Operand::NULL });
        }
        b.stop(int(0));
    });
    assert_eq!(run_all(p, &RunOptions::default(), &[]).out, "x");
}
