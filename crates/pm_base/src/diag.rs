//! Diagnostics: what is wrong, where, why, and what to do. They are collected, not printed; the command line prints.

use crate::source::{SourceMap, Span};
use crate::visible::visible;
use std::fmt::Write;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    Error,
    Warning,
    Note,
}

/// Tells errors apart for exit codes and reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorClass {
    /// The input is not valid C.
    Invalid,
    /// Valid C that Proofmark does not support.
    Unsupported,
    /// A limit of ours was met (nesting depth, size).
    Limit,
}

#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    pub class: ErrorClass,
    pub span: Span,
    pub message: String,
    /// Further places, e.g. the previous definition.
    pub notes: Vec<(Span, String)>,
    pub hint: Option<String>,
    /// What another tool said: shown line by line, so that it cannot be taken for a message of ours.
    pub quote: String,
}

impl Diagnostic {
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            class: ErrorClass::Invalid,
            span,
            message: message.into(),
            notes: Vec::new(),
            hint: None,
            quote: String::new(),
        }
    }
    pub fn unsupported(span: Span, message: impl Into<String>) -> Self {
        Diagnostic { class: ErrorClass::Unsupported, ..Self::error(span, message) }
    }
    pub fn limit(span: Span, message: impl Into<String>) -> Self {
        Diagnostic { class: ErrorClass::Limit, ..Self::error(span, message) }
    }
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Self::error(span, message) }
    }
    pub fn note(mut self, span: Span, text: impl Into<String>) -> Self {
        self.notes.push((span, text.into()));
        self
    }
    pub fn quote(mut self, text: impl Into<String>) -> Self {
        self.quote = text.into();
        self
    }
    pub fn hint(mut self, text: impl Into<String>) -> Self {
        self.hint = Some(text.into());
        self
    }
}

/// The diagnostics of a run. Errors beyond [`Diagnostics::MAX_ERRORS`] are counted but not kept.
#[derive(Default, Debug)]
pub struct Diagnostics {
    pub items: Vec<Diagnostic>,
    pub errors: usize,
}

impl Diagnostics {
    pub const MAX_ERRORS: usize = 20;

    pub fn push(&mut self, d: Diagnostic) {
        if d.severity == Severity::Error {
            self.errors += 1;
            if self.errors > Self::MAX_ERRORS {
                return;
            }
        }
        self.items.push(d);
    }
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }
    /// True when further analysis would only produce errors that nobody sees.
    pub fn is_full(&self) -> bool {
        self.errors >= Self::MAX_ERRORS
    }

    /// All diagnostics as a compiler prints them.
    pub fn render(&self, sources: &SourceMap) -> String {
        let mut out = String::new();
        for d in &self.items {
            render(&mut out, sources, d);
        }
        if self.errors > Self::MAX_ERRORS {
            let _ = writeln!(out, "error: {} more errors are not shown", self.errors - Self::MAX_ERRORS);
        }
        out
    }
}

fn render(out: &mut String, sources: &SourceMap, d: &Diagnostic) {
    let word = match (d.severity, d.class) {
        (Severity::Warning, _) => "warning",
        (Severity::Note, _) => "note",
        (Severity::Error, ErrorClass::Invalid) => "error",
        (Severity::Error, ErrorClass::Unsupported) => "error: unsupported",
        (Severity::Error, ErrorClass::Limit) => "error: limit",
    };
    render_one(out, sources, d.span, word, &d.message);
    for line in d.quote.lines() {
        let _ = writeln!(out, "  | {}", visible(line.trim_end()));
    }
    for (span, text) in &d.notes {
        render_one(out, sources, *span, "note", text);
    }
    if let Some(hint) = &d.hint {
        let _ = writeln!(out, "  hint: {}", visible(hint));
    }
}

fn render_one(out: &mut String, sources: &SourceMap, span: Span, word: &str, message: &str) {
    match sources.loc(span.lo) {
        Some(loc) => {
            let _ = writeln!(out, "{loc}: {word}: {}", visible(message));
            excerpt(out, sources, span, loc.line);
        }
        None => {
            let _ = writeln!(out, "{word}: {}", visible(message));
        }
    }
}

/// The source line with a caret; of a very long line only the part around the caret.
fn excerpt(out: &mut String, sources: &SourceMap, span: Span, number: u32) {
    const WIDTH: usize = 160;
    let Some((line, at)) = sources.line_text(span.lo) else { return };
    let from = if line.len() > WIDTH { at.saturating_sub(WIDTH / 2) } else { 0 };
    let to = line.len().min(from + WIDTH);
    let shown: String = printable(&line[from..to]);
    let pad: String = printable(&line[from..at.clamp(from, to)]).chars().map(|_| ' ').collect();
    let span_len = (span.hi.saturating_sub(span.lo) as usize).clamp(1, to.saturating_sub(at).max(1));
    let _ = writeln!(out, "{number:>5} | {shown}");
    let _ = writeln!(out, "      | {pad}^{}", "~".repeat(span_len - 1));
}

fn printable(bytes: &[u8]) -> String {
    visible(&String::from_utf8_lossy(bytes).replace(['\t', '\r'], " ")).into_owned()
}
