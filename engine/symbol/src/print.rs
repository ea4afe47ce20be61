//! Printing terms exactly as clingo prints them.

use crate::{Symbol, Symbols, View};
use std::fmt;

/// A symbol with its store, ready to be printed.
pub struct DisplaySymbol<'a> {
    symbols: &'a Symbols,
    symbol: Symbol,
}

impl Symbols {
    /// The symbol in the syntax of the language: `f(1,"a b",(2,),-c)`.
    pub fn display(&self, symbol: Symbol) -> DisplaySymbol<'_> {
        DisplaySymbol { symbols: self, symbol }
    }
}

impl fmt::Display for DisplaySymbol<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.symbols.view(self.symbol) {
            View::Infimum => f.write_str("#inf"),
            View::Supremum => f.write_str("#sup"),
            View::Number(value) => write!(f, "{value}"),
            View::String(text) => write_quoted(f, text),
            View::Function { name, arguments, positive } => {
                if !positive {
                    f.write_str("-")?;
                }
                f.write_str(self.symbols.text(name))?;
                if arguments.is_empty() && !name.is_tuple() {
                    return Ok(());
                }
                f.write_str("(")?;
                for (i, &argument) in arguments.iter().enumerate() {
                    if i > 0 {
                        f.write_str(",")?;
                    }
                    self.symbols.display(argument).fmt(f)?;
                }
                if name.is_tuple() && arguments.len() == 1 {
                    f.write_str(",")?;
                }
                f.write_str(")")
            }
        }
    }
}

fn write_quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            c => write!(f, "{c}")?,
        }
    }
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_print_as_in_clingo() {
        let mut s = Symbols::new();
        let one = s.number(1);
        let text = s.string("a\n\"b\\");
        let single = s.tuple(&[one]);
        let empty = s.tuple(&[]);
        let c = s.constant("c");
        let negative = s.negate(c).unwrap();
        let f = s.function("f", &[one, text, single, empty, negative, Symbol::SUPREMUM]);
        assert_eq!(s.display(f).to_string(), r#"f(1,"a\n\"b\\",(1,),(),-c,#sup)"#);
    }
}
