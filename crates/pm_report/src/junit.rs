//! `--junit FILE`: the findings as JUnit XML, which build servers show. A suite a file, a case a property.
//!
//! What is open is an error there: a case without one counts as passed, and nothing that is open has.

use crate::findings::{Finding, Findings, Verdict};
use std::fmt::Write;

pub fn xml(findings: &Findings, version: &str) -> String {
    let mut files: Vec<(&str, Vec<&Finding>)> = Vec::new();
    for f in &findings.properties {
        match files.iter_mut().find(|(name, _)| *name == f.place.file) {
            Some((_, cases)) => cases.push(f),
            None => files.push((&f.place.file, vec![f])),
        }
    }
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let all: Vec<&Finding> = findings.properties.iter().collect();
    let _ = writeln!(out, "<testsuites name=\"{}\" {}>", escaped(version), counts(&all));
    for (name, cases) in &files {
        let _ = writeln!(out, "  <testsuite name=\"{}\" {}>", escaped(name), counts(cases));
        cases.iter().for_each(|f| case(&mut out, f));
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

fn counts(cases: &[&Finding]) -> String {
    let failures = cases.iter().filter(|f| matches!(f.verdict, Verdict::Violated { .. })).count();
    let errors = cases.iter().filter(|f| f.verdict.is_open()).count();
    format!("tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\"", cases.len())
}

fn case(out: &mut String, f: &Finding) {
    let (function, id, file) = (escaped(&f.place.function), escaped(&f.id), escaped(&f.place.file));
    let _ =
        write!(out, "    <testcase classname=\"{function}\" name=\"{id}\" file=\"{file}\" line=\"{}\"", f.place.line);
    let text = escaped(&f.text);
    let _ = match &f.verdict {
        Verdict::Proved { .. } | Verdict::Unreachable { .. } => writeln!(out, "/>"),
        Verdict::Violated { because, inputs } => {
            let mut lines = Vec::from_iter(because.as_ref().map(|reason| format!("because: {reason}")));
            if !inputs.is_empty() {
                lines.push(format!("inputs: {}", inputs.join(", ")));
            }
            let lines = escaped(&lines.join("\n"));
            writeln!(out, ">\n      <failure message=\"{text}\">{lines}</failure>\n    </testcase>")
        }
        verdict @ (Verdict::HoldsUpTo { .. } | Verdict::Unknown { .. }) => {
            let remark = escaped(&verdict.remark().unwrap_or_default());
            writeln!(out, ">\n      <error message=\"{text}\">{remark}</error>\n    </testcase>")
        }
    };
}

/// Text as XML has it; characters that it does not allow become question marks.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::{Overall, Place};
    use pm_engine::{Limit, UnknownReason};
    use pm_ir::PropId;

    fn finding(id: &str, file: &str, verdict: Verdict) -> Finding {
        let place = Place { file: file.into(), line: 7, function: "main".into() };
        let (text, class) = ("a < b && \"c\"".to_string(), "assertion");
        let (prop, id) = (PropId(0), id.into());
        Finding { prop, id, text, class, place, verdict, in_model: false, is_uncalled: false, reached_in: None }
    }

    #[test]
    fn cases_by_file() {
        let violated = Verdict::Violated { because: Some("b is 0\u{1b}".into()), inputs: vec!["x=1".into()] };
        let unknown = Verdict::Unknown { why: UnknownReason::Limit(Limit::Time), reason: "timeout".into() };
        let properties = vec![
            finding("main.assertion.1", "a.c", violated),
            finding("main.assertion.2", "b.c", Verdict::Proved { by: "bmc".into() }),
            finding("main.assertion.3", "a.c", unknown),
        ];
        let findings = Findings {
            overall: Overall::Failed,
            is_selected: false,
            properties,
            unwinding: Vec::new(),
            open_loops: Vec::new(),
            longest_path: None,
            stopped: None,
            stubs: Vec::new(),
            blocking: Vec::new(),
            approximations: Vec::new(),
            switched_off: Vec::new(),
            volatile: Vec::new(),
            missing_ranges: Vec::new(),
            proofs: Vec::new(),
            audit: None,
        };
        let text = "a &lt; b &amp;&amp; &quot;c&quot;";
        let expected = format!(
            r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Proofmark" tests="3" failures="1" errors="1">
  <testsuite name="a.c" tests="2" failures="1" errors="1">
    <testcase classname="main" name="main.assertion.1" file="a.c" line="7">
      <failure message="{text}">because: b is 0?
inputs: x=1</failure>
    </testcase>
    <testcase classname="main" name="main.assertion.3" file="a.c" line="7">
      <error message="{text}">timeout</error>
    </testcase>
  </testsuite>
  <testsuite name="b.c" tests="1" failures="0" errors="0">
    <testcase classname="main" name="main.assertion.2" file="b.c" line="7"/>
  </testsuite>
</testsuites>
"#
        );
        assert_eq!(xml(&findings, "Proofmark"), expected);
    }
}
