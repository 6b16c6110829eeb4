//! Texts of literals and names: suffixes of floating constants, edit distance for hints.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatSuffix {
    None,
    Float16,
    Float,
    LongDouble,
    Float128,
    Unsupported(&'static str),
}

/// Digits and suffix of a floating constant; `None` for a suffix that does not exist.
pub fn split_float(text: &str) -> Option<(&str, FloatSuffix)> {
    let hex = text.starts_with("0x") || text.starts_with("0X");
    let end = digits_end(text.as_bytes(), hex);
    let (digits, suffix) = text.split_at(end);
    let suffix = match suffix.to_ascii_lowercase().as_str() {
        "" | "d" | "f64" | "f32x" => FloatSuffix::None,
        "f" | "f32" => FloatSuffix::Float,
        "l" | "w" | "f64x" => FloatSuffix::LongDouble,
        "q" | "f128" => FloatSuffix::Float128,
        "f16" => FloatSuffix::Float16,
        "df" | "dd" | "dl" => FloatSuffix::Unsupported("decimal floating types are not supported"),
        s if s.trim_end_matches(['i', 'j']) != s || s.starts_with(['i', 'j']) => {
            FloatSuffix::Unsupported(crate::specs::COMPLEX)
        }
        _ => return None,
    };
    Some((digits, suffix))
}

fn digits_end(t: &[u8], hex: bool) -> usize {
    let mut i = if hex { 2 } else { 0 };
    let exponent = |c: u8| if hex { c | 32 == b'p' } else { c | 32 == b'e' };
    while i < t.len() && (t[i] == b'.' || if hex { t[i].is_ascii_hexdigit() } else { t[i].is_ascii_digit() }) {
        i += 1;
    }
    if i < t.len() && exponent(t[i]) {
        i += 1;
        if i < t.len() && (t[i] == b'+' || t[i] == b'-') {
            i += 1;
        }
        while i < t.len() && t[i].is_ascii_digit() {
            i += 1;
        }
    }
    i
}

/// The candidate at the smallest edit distance within `limit`.
pub fn nearest<'n>(wanted: &str, limit: usize, candidates: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let mut best: Option<(usize, &str)> = None;
    for name in candidates {
        if name == wanted || name.len().abs_diff(wanted.len()) > limit {
            continue;
        }
        let d = strsim::levenshtein(wanted, name);
        if d <= limit && best.is_none_or(|(b, _)| d < b) {
            best = Some((d, name));
        }
    }
    best.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes() {
        assert_eq!(split_float("1.5f"), Some(("1.5", FloatSuffix::Float)));
        assert_eq!(split_float("0x1.fp3L"), Some(("0x1.fp3", FloatSuffix::LongDouble)));
        assert_eq!(split_float("1e+10"), Some(("1e+10", FloatSuffix::None)));
        assert_eq!(split_float("1.0q"), Some(("1.0", FloatSuffix::Float128)));
        assert_eq!(split_float("1.0x"), None);
    }

    #[test]
    fn hints() {
        let names = ["count", "counter", "total"];
        assert_eq!(nearest("cuont", 2, names.into_iter()), Some("count"));
        assert_eq!(nearest("zzz", 1, names.into_iter()), None);
    }
}
