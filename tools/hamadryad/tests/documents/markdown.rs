//! As much of Markdown as the examples need: fenced blocks at the margin, and links.

/// A stretch of a document. The stretches together are the document, but for the fences.
pub enum Piece<'a> {
    /// Lines outside of blocks, each with its end.
    Prose(&'a str),
    /// A fenced block.
    Block {
        /// What stands behind the opening fence: a language, and perhaps more.
        info: &'a str,
        /// The lines between the fences.
        body: &'a str,
    },
}

impl<'a> Piece<'a> {
    /// The lines, without fences.
    pub fn text(&self) -> &'a str {
        match self {
            Piece::Prose(text) => text,
            Piece::Block { body, .. } => body,
        }
    }
}

const FENCE: &str = "```";

/// Takes the lines up to the first one that fits off the text.
fn take_until<'a>(rest: &mut &'a str, fits: impl Fn(&str) -> bool) -> &'a str {
    let length = rest.split_inclusive('\n').take_while(|line| !fits(line)).map(str::len).sum();
    let (taken, left) = rest.split_at(length);
    *rest = left;
    taken
}

/// The pieces of a document, in order.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let prose = take_until(&mut rest, |line| line.starts_with(FENCE));
        if !prose.is_empty() {
            pieces.push(Piece::Prose(prose));
        }
        if let Some((info, behind)) = rest.strip_prefix(FENCE).and_then(|rest| rest.split_once('\n')) {
            rest = behind;
            let body = take_until(&mut rest, |line| line.trim_end() == FENCE);
            rest = rest.split_once('\n').expect("a block ends with a fence on a line of its own").1;
            pieces.push(Piece::Block { info, body });
        }
    }
    pieces
}

/// The fenced block as it is written.
pub fn block(info: &str, body: &str) -> String {
    format!("{FENCE}{info}\n{body}{FENCE}\n")
}

/// What stands behind the fence of the next block, if nothing but white space comes before it.
pub fn next_block<'a>(pieces: &[Piece<'a>]) -> Option<&'a str> {
    let is_gap = |piece: &&Piece| matches!(piece, Piece::Prose(text) if text.trim().is_empty());
    match pieces.iter().find(|piece| !is_gap(piece))? {
        Piece::Block { info, .. } => Some(info),
        Piece::Prose(_) => None,
    }
}

/// Where the document's links lead.
pub fn links(text: &str) -> impl Iterator<Item = &str> {
    let prose = pieces(text).into_iter().filter(|piece| matches!(piece, Piece::Prose(_)));
    prose.flat_map(|piece| piece.text().split("](").skip(1)).filter_map(|rest| rest.split(')').next())
}
