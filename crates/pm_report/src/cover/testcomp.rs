//! The suite in the exchange format of Test-Comp: `metadata.xml`, and a file of inputs a test.

use super::Report;
use pm_cover::Referee;
use pm_ir::Ty;
use std::fmt::Write;

/// What the metadata says beside the tests.
pub struct Metadata {
    pub producer: String,
    pub specification: String,
    pub file: String,
    /// SHA-256 of the file.
    pub hash: String,
    pub entry: String,
    pub is_32: bool,
    /// ISO 8601.
    pub created: String,
}

/// Names and texts.
pub fn files(report: &Report, referee: &Referee, metadata: &Metadata) -> Vec<(String, String)> {
    let mut out = vec![("metadata.xml".to_string(), header(metadata))];
    for (i, test) in report.suite.tests.iter().enumerate() {
        let mut text = String::from(TESTCASE);
        for (_, ty, value) in test.vector.inputs.iter().filter(|i| !referee.is_left(i.0)) {
            let _ = writeln!(text, "  <input>{}</input>", value_text(*ty, *value));
        }
        out.push((format!("testcase_{:03}.xml", i + 1), text + "</testcase>\n"));
    }
    out
}

/// As `testcov` reads it: integers in decimal, floats so that nothing is lost.
fn value_text(ty: Ty, bits: u128) -> String {
    match ty {
        Ty::Float(f) if f.bits() <= 64 => {
            let wide = f64::from_bits(pm_base::num::FloatFormat::F64.from_float(bits, f) as u64);
            if wide.is_finite() { format!("{wide:?}") } else { super::c_tests::shown(ty, bits) }
        }
        _ => super::c_tests::shown(ty, bits),
    }
}

fn header(m: &Metadata) -> String {
    let architecture = if m.is_32 { "32bit" } else { "64bit" };
    let fields = [
        ("sourcecodelang", "C"),
        ("producer", &m.producer),
        ("specification", &m.specification),
        ("programfile", &m.file),
        ("programhash", &m.hash),
        ("entryfunction", &m.entry),
        ("architecture", architecture),
        ("creationtime", &m.created),
    ];
    let mut out = String::from(METADATA);
    for (name, text) in fields {
        let _ = writeln!(out, "  <{name}>{}</{name}>", super::html::escape(text));
    }
    out + "</test-metadata>\n"
}

const METADATA: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" "https://sosy-lab.org/test-format/test-metadata-1.1.dtd">
<test-metadata>
"#;

const TESTCASE: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">
<testcase>
"#;
