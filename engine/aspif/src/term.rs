//! Ground terms from their text, for the outputs of an aspif program.

use hamadryad_symbol::{Name, Symbol, Symbols};

/// Terms nest no deeper than this, so that reading needs a bounded stack.
const DEPTH: usize = 1000;

/// The term of the text: no variables, no operations but the minus sign, no space outside strings.
pub(crate) fn parse(symbols: &mut Symbols, text: &str) -> Option<Symbol> {
    let mut parser = Parser { symbols, text, at: 0 };
    let term = parser.term(0)?;
    (parser.at == text.len()).then_some(term)
}

struct Parser<'a> {
    symbols: &'a mut Symbols,
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &str {
        let start = self.at;
        self.at += self.rest().find(|c| !accept(c)).unwrap_or(self.rest().len());
        &self.text[start..self.at]
    }

    fn term(&mut self, depth: usize) -> Option<Symbol> {
        if depth > DEPTH {
            return None;
        }
        let first = self.rest().chars().next()?;
        match first {
            '#' if self.eat("#inf") => Some(Symbol::INFIMUM),
            '#' if self.eat("#sup") => Some(Symbol::SUPREMUM),
            '"' => self.string(),
            '(' => self.tuple(depth),
            '-' | '0'..='9' => self.number_or_negation(depth),
            _ => self.function(depth),
        }
    }

    fn number_or_negation(&mut self, depth: usize) -> Option<Symbol> {
        let start = self.at;
        self.eat("-");
        if self.take_while(|c| c.is_ascii_digit()).is_empty() {
            let is_tuple = self.rest().starts_with('(');
            let term = if is_tuple { self.tuple(depth) } else { self.function(depth) };
            return term.and_then(|term| self.symbols.negate(term));
        }
        let value = self.text[start..self.at].parse().ok()?;
        Some(self.symbols.number(value))
    }

    fn tuple(&mut self, depth: usize) -> Option<Symbol> {
        let arguments = self.arguments(depth)?;
        Some(self.symbols.tuple(&arguments))
    }

    fn string(&mut self) -> Option<Symbol> {
        self.at += 1;
        let mut content = String::new();
        let mut chars = self.rest().char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += at + 1;
                    return Some(self.symbols.string(&content));
                }
                '\\' => content.push(match chars.next()?.1 {
                    'n' => '\n',
                    escaped @ ('"' | '\\') => escaped,
                    _ => return None,
                }),
                c => content.push(c),
            }
        }
        None
    }

    fn function(&mut self, depth: usize) -> Option<Symbol> {
        let text = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_' || c == '\'');
        let first = text.trim_start_matches(['_', '\'']).chars().next()?;
        if !first.is_ascii_lowercase() {
            return None;
        }
        let text = text.to_owned();
        let name: Name = self.symbols.name(&text);
        let arguments = if self.rest().starts_with('(') { self.arguments(depth)? } else { Vec::new() };
        Some(self.symbols.function_named(name, &arguments, true))
    }

    /// `(t,u)`, and `(t,)` as well as `()` for tuples.
    fn arguments(&mut self, depth: usize) -> Option<Vec<Symbol>> {
        self.at += 1;
        let mut arguments = Vec::new();
        loop {
            if self.eat(")") {
                return Some(arguments);
            }
            arguments.push(self.term(depth + 1)?);
            if !self.eat(",") {
                return self.eat(")").then_some(arguments);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_print_as_they_were_read() {
        for text in [
            "a",
            "-a",
            "_x'",
            "-3",
            "2147483647",
            "f(1,\"a\\n\\\"\\\\ b\",(2,),(),(a,b),-g(#inf,#sup))",
            "\"\"",
            "\"ä\"",
            "-()",
            "f(-(1,-(2,)))",
        ] {
            let mut symbols = Symbols::new();
            let term = parse(&mut symbols, text).unwrap_or_else(|| panic!("{text} is a term"));
            assert_eq!(symbols.display(term).to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_no_terms() {
        let deep = "f(".repeat(100_000);
        for text in
            ["", "X", "_", "f(", "f(1", "f(1 ,2)", "1a", "--a", "\"a", "\"\\t\"", "9999999999", "a b", &deep]
        {
            assert_eq!(parse(&mut Symbols::new(), text), None, "{text:.20}");
        }
    }
}
