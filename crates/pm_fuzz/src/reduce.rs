//! Makes a program smaller while something stays true of it: pieces are left out, blocks become their contents, parenthesised expressions become 0 or 1.

use crate::tree::{Node, Source};

/// The smallest program that was found in so many attempts.
pub fn reduce(source: &Source, mut attempts: u32, still: &mut dyn FnMut(&Source) -> bool) -> Source {
    let mut best = source.clone();
    loop {
        let before = best.text().len();
        for next in [drop_piece, unwrap_piece, shrink_expression] {
            let mut at = 0;
            while attempts > 0 {
                let mut smaller = best.clone();
                if !next(&mut smaller, at) {
                    break;
                }
                attempts -= 1;
                if smaller.text().len() < best.text().len() && still(&smaller) {
                    best = smaller;
                } else {
                    at += 1;
                }
            }
        }
        if attempts == 0 || best.text().len() >= before {
            return best;
        }
    }
}

/// Leaves out piece number `at`; false if there are fewer.
fn drop_piece(source: &mut Source, at: usize) -> bool {
    let mut left = at;
    change(&mut source.items, &mut left, &mut |_| Some(Vec::new()))
        || change(&mut source.body, &mut left, &mut |_| Some(Vec::new()))
}

/// Block number `at` becomes what is in it.
fn unwrap_piece(source: &mut Source, at: usize) -> bool {
    let mut left = at;
    let mut inner = |node: &Node| match node {
        Node::Block(parts, _) => Some(parts.iter().flat_map(|p| p.1.clone()).collect()),
        Node::Line(_) | Node::Global(..) => None,
    };
    change(&mut source.items, &mut left, &mut inner) || change(&mut source.body, &mut left, &mut inner)
}

/// Replaces the piece number `left` among those for which there is a replacement.
fn change(nodes: &mut Vec<Node>, left: &mut usize, with: &mut dyn FnMut(&Node) -> Option<Vec<Node>>) -> bool {
    for i in 0..nodes.len() {
        if let Some(new) = with(&nodes[i]) {
            if *left == 0 {
                nodes.splice(i..=i, new);
                return true;
            }
            *left -= 1;
        }
        if let Node::Block(parts, _) = &mut nodes[i]
            && parts.iter_mut().any(|(_, body)| change(body, left, with))
        {
            return true;
        }
    }
    false
}

/// Replaces parenthesised expression number `at / 2` by 0 or 1.
fn shrink_expression(source: &mut Source, at: usize) -> bool {
    let mut left = at / 2;
    let by = if at.is_multiple_of(2) { "0" } else { "1" };
    [&mut source.items, &mut source.body].into_iter().any(|nodes| shrink_in(nodes, &mut left, by))
}

fn shrink_in(nodes: &mut [Node], left: &mut usize, by: &str) -> bool {
    nodes.iter_mut().any(|node| match node {
        Node::Line(text) | Node::Global(_, text) => shrink_text(text, left, by),
        Node::Block(parts, _) => {
            parts.iter_mut().any(|(open, body)| shrink_text(open, left, by) || shrink_in(body, left, by))
        }
    })
}

fn shrink_text(text: &mut String, left: &mut usize, by: &str) -> bool {
    let opens: Vec<usize> = text.char_indices().filter(|(_, c)| *c == '(').map(|(i, _)| i).collect();
    for open in opens {
        let Some(end) = closing(text, open) else { continue };
        if end - open <= 2 {
            continue;
        }
        if *left == 0 {
            text.replace_range(open + 1..end, by);
            return true;
        }
        *left -= 1;
    }
    false
}

/// Where the parenthesis that opens here is closed.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, c) in text[open..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(open + i);
        }
    }
    None
}
