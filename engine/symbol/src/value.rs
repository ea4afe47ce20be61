//! Terms that own their parts and outlive their store.

use crate::{Symbol, Symbols, View};

/// A ground term without a store.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// `#inf`
    Infimum,
    /// A 32-bit integer.
    Number(i32),
    /// A string, without its quotes.
    String(String),
    /// A constant, function or tuple.
    Function {
        /// The name; empty for tuples.
        name: String,
        /// The arguments, in order.
        arguments: Vec<Value>,
        /// `false` for a classically negated term.
        positive: bool,
    },
    /// `#sup`
    Supremum,
}

impl Symbols {
    /// The term of a symbol as an owned value.
    pub fn to_value(&self, symbol: Symbol) -> Value {
        match self.view(symbol) {
            View::Infimum => Value::Infimum,
            View::Supremum => Value::Supremum,
            View::Number(value) => Value::Number(value),
            View::String(text) => Value::String(text.to_owned()),
            View::Function { name, arguments, positive } => Value::Function {
                name: self.text(name).to_owned(),
                arguments: arguments.iter().map(|&argument| self.to_value(argument)).collect(),
                positive,
            },
        }
    }

    /// Interns an owned value.
    pub fn intern_value(&mut self, value: &Value) -> Symbol {
        match value {
            Value::Infimum => Symbol::INFIMUM,
            Value::Supremum => Symbol::SUPREMUM,
            Value::Number(value) => self.number(*value),
            Value::String(text) => self.string(text),
            Value::Function { name, arguments, positive } => {
                let arguments: Vec<Symbol> = arguments.iter().map(|a| self.intern_value(a)).collect();
                let name = self.name(name);
                self.function_named(name, &arguments, *positive)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_outlive_their_store() {
        let mut first = Symbols::new();
        let one = first.number(1);
        let text = first.string("x");
        let pair = first.tuple(&[one, text]);
        let f = first.function("f", &[pair, Symbol::INFIMUM]);
        let value = first.to_value(f);
        let printed = first.display(f).to_string();
        drop(first);
        let mut second = Symbols::new();
        second.constant("something else");
        let again = second.intern_value(&value);
        assert_eq!(second.display(again).to_string(), printed);
    }
}
