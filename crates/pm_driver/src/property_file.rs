//! Property files of SV-COMP: what they say counts, not how they are called.
//!
//! A file has lines `CHECK( init(main()), LTL(FORMULA) )`, in Test-Comp `COVER( init(main()), FQL(GOALS) )`. The formulas together must be those of one property that is known.

use crate::input;
use std::path::Path;

/// Each property by its formulas, without blanks, in the order of the alphabet.
const PROPERTIES: [(&str, &[&str]); 9] = [
    ("unreach-call", &["G!call(reach_error())"]),
    ("unreach-call", &["G!call(__VERIFIER_error())"]),
    ("no-overflow", &["G!overflow"]),
    ("valid-memsafety", &["Gvalid-deref", "Gvalid-free", "Gvalid-memtrack"]),
    ("valid-memcleanup", &["Gvalid-memcleanup"]),
    ("termination", &["Fend"]),
    ("coverage-branches", &["COVEREDGES(@DECISIONEDGE)"]),
    ("coverage-error-call", &["COVEREDGES(@CALL(reach_error))"]),
    ("coverage-error-call", &["COVEREDGES(@CALL(__VERIFIER_error))"]),
];

/// The property that a `.prp` file or a base name stands for.
pub fn property(given: &Path) -> Result<String, String> {
    let name = given.to_string_lossy();
    if given.extension().is_none() && !name.contains('/') {
        return Ok(name.into_owned());
    }
    let named = |what: String| format!("{}: {what}", given.display());
    let text = input::read_text(given).map_err(|e| named(e.to_string()))?;
    parse(&text).map(String::from).map_err(named)
}

fn parse(text: &str) -> Result<&'static str, String> {
    let lines = text.lines().map(|l| l.split_whitespace().collect::<String>()).filter(|l| !l.is_empty());
    let mut formulas = lines.map(|l| formula(&l).map(String::from)).collect::<Result<Vec<String>, String>>()?;
    formulas.sort();
    formulas.dedup();
    let known = PROPERTIES.iter().find(|(_, all)| *all == formulas);
    known.map(|(name, _)| *name).ok_or_else(|| match formulas.is_empty() {
        true => "it has no CHECK(...)".to_string(),
        false => format!("{} is not supported", formulas.join(" and ")),
    })
}

/// Of a line without blanks.
fn formula(line: &str) -> Result<&str, String> {
    let body = |word: &str| line.strip_prefix(word).and_then(|l| l.strip_suffix("))"));
    let parts = body("CHECK(").and_then(|b| b.split_once(",LTL("));
    let parts = parts.or_else(|| body("COVER(")?.split_once(",FQL("));
    match parts {
        Some(("init(main())", formula)) => Ok(formula),
        Some((init, _)) => Err(format!("{init}: executions begin in main")),
        None => Err(format!("`{}` is no CHECK(init(main()), LTL(...))", line.chars().take(80).collect::<String>())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_counts() {
        let check = |formula: &str| format!("CHECK( init(main()), LTL({formula}) )\n");
        assert_eq!(parse(&check("G ! call(reach_error())")), Ok("unreach-call"));
        assert_eq!(parse(&check("G ! overflow")), Ok("no-overflow"));
        let memory = check("G valid-free") + &check("G valid-deref") + "\n" + &check("G valid-memtrack");
        assert_eq!(parse(&memory), Ok("valid-memsafety"));
        assert_eq!(parse("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"), Ok("coverage-branches"));
        let call = "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )\n";
        assert_eq!(parse(call), Ok("coverage-error-call"));
        for bad in [
            "",
            "G ! overflow",
            "CHECK( init(other()), LTL(G ! call(reach_error())) )",
            "CHECK( init(main()), LTL(G ! call(f())) )",
            "CHECK( init(main()), LTL(G valid-free) )",
            "COVER( init(main()), FQL(COVER EDGES(@NOEDGE)) )",
            "COVER( init(main()), LTL(COVER EDGES(@DECISIONEDGE)) )",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
