//! Changes of preprocessed text after which everything else is still at its line and column.

use pm_base::{Session, Span};

/// Text that takes the place of a range, which may be empty. Offsets are among all sources.
pub(crate) struct Edit {
    pub range: Span,
    pub text: Vec<u8>,
    /// Parts of the text that the user wrote elsewhere, relative to its beginning.
    pub user: Vec<(u32, u32)>,
}

/// The text that begins at `base`, with all changes, and where what the user wrote elsewhere stands in it. `session` knows the text.
pub(crate) fn apply(session: &Session, base: u32, text: &[u8], mut edits: Vec<Edit>) -> (Vec<u8>, Vec<(u32, u32)>) {
    edits.sort_by_key(|e| (e.range.lo, e.range.hi));
    let (mut out, mut user) = (Vec::new(), Vec::new());
    let mut from = base;
    for edit in edits {
        out.extend_from_slice(&text[(from - base) as usize..(edit.range.lo - base) as usize]);
        let at = out.len() as u32;
        user.extend(edit.user.iter().map(|(lo, hi)| (lo + at, hi + at)));
        out.extend(edit.text);
        from = edit.range.hi;
        out.extend(resume(session, from));
    }
    out.extend_from_slice(&text[(from - base) as usize..]);
    (out, user)
}

/// What makes the text that follows stand at the line and column where it stood.
fn resume(session: &Session, at: u32) -> Vec<u8> {
    let Some(loc) = session.sources.loc(at) else { return b"\n".to_vec() };
    let mut out = marker(loc.line, &loc.file).into_bytes();
    out.resize(out.len() + loc.column as usize - 1, b' ');
    out
}

/// The next line is this one.
pub(crate) fn marker(line: u32, file: &str) -> String {
    format!("\n# {line} \"{file}\"\n")
}
