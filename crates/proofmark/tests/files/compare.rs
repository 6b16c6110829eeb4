//! Differences between texts, for people.

/// `None` where both are equal, apart from blanks at the ends of lines and of the text.
pub fn difference(what: &str, expected: &str, actual: &str) -> Option<String> {
    let lines = |t: &str| t.trim_end().lines().map(|l| l.trim_end().to_string()).collect::<Vec<_>>();
    let (want, got) = (lines(expected), lines(actual));
    if want == got {
        return None;
    }
    let same_head = want.iter().zip(&got).take_while(|(a, b)| a == b).count();
    let same_tail =
        want[same_head..].iter().rev().zip(got[same_head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let mut out = format!("{what} differs (- expected, + actual), from line {}:\n", same_head + 1);
    for line in want[same_head.saturating_sub(2)..same_head].iter() {
        out += &format!("  {line}\n");
    }
    for line in &want[same_head..want.len() - same_tail] {
        out += &format!("- {line}\n");
    }
    for line in &got[same_head..got.len() - same_tail] {
        out += &format!("+ {line}\n");
    }
    Some(out)
}

/// Every line of a text behind a mark, for quoting.
pub fn quoted(text: &str) -> String {
    text.lines().map(|l| format!("  | {l}\n")).collect()
}
