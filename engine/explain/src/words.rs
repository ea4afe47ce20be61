//! Words: the bindings of many instances of a rule, in a few lines.
//!
//! ```text
//! X=1 Y=5, X=1 Y=6, X=2 Y=5, X=2 Y=6, X=7 Y=8     -->   X = 1, 2 and Y = 5, 6;  X = 7 and Y = 8
//! ```
//!
//! Instances are merged greedily: two products that differ in the values of a single variable become one.

use hamadryad_symbol::{Name, Symbol, Symbols};
use std::collections::BTreeMap;

/// A product of values: every combination of them is one of the instances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Product {
    /// Each variable with its values.
    pub values: Vec<(Name, Vec<Symbol>)>,
}

impl Product {
    /// The number of combinations.
    pub fn size(&self) -> usize {
        self.values.iter().map(|(_, values)| values.len()).product()
    }
}

/// The bindings as a union of products, which do not overlap. All bindings must have the same variables.
pub fn factorise(symbols: &Symbols, bindings: &[Vec<(Name, Symbol)>]) -> Vec<Product> {
    let Some(first) = bindings.first() else { return Vec::new() };
    let names: Vec<Name> = first.iter().map(|&(name, _)| name).collect();
    let mut products: Vec<Vec<Vec<Symbol>>> = Vec::new();
    for binding in bindings {
        let product: Vec<Vec<Symbol>> = binding.iter().map(|&(_, value)| vec![value]).collect();
        if product.len() == names.len() && !products.contains(&product) {
            products.push(product);
        }
    }
    loop {
        let before = products.len();
        for variable in (0..names.len()).rev() {
            products = merged(symbols, products, variable);
        }
        if products.len() == before {
            break;
        }
    }
    let product = |values: Vec<Vec<Symbol>>| Product { values: names.iter().copied().zip(values).collect() };
    products.into_iter().map(product).collect()
}

/// Merges products that agree on all variables but one.
fn merged(symbols: &Symbols, products: Vec<Vec<Vec<Symbol>>>, variable: usize) -> Vec<Vec<Vec<Symbol>>> {
    let mut places: BTreeMap<Vec<Vec<Symbol>>, usize> = BTreeMap::new();
    let mut merged: Vec<Vec<Vec<Symbol>>> = Vec::new();
    for mut product in products {
        let values = std::mem::take(&mut product[variable]);
        match places.get(&product) {
            Some(&place) => merged[place][variable].extend(values),
            None => {
                places.insert(product.clone(), merged.len());
                product[variable] = values;
                merged.push(product);
            }
        }
    }
    for product in &mut merged {
        product[variable].sort_by(|&left, &right| symbols.cmp(left, right));
    }
    merged
}

/// The values in short: consecutive numbers as an interval.
pub fn values_text(symbols: &Symbols, values: &[Symbol]) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut at = 0;
    while at < values.len() {
        let mut end = at + 1;
        while end < values.len() && is_next(symbols, values[end - 1], values[end]) {
            end += 1;
        }
        match end - at {
            3.. => {
                texts.push(format!("{}..{}", symbols.display(values[at]), symbols.display(values[end - 1])));
            }
            _ => texts.extend(values[at..end].iter().map(|&value| symbols.display(value).to_string())),
        }
        at = end;
    }
    texts.join(", ")
}

fn is_next(symbols: &Symbols, left: Symbol, right: Symbol) -> bool {
    let (Some(left), Some(right)) = (symbols.as_number(left), symbols.as_number(right)) else { return false };
    left.checked_add(1) == Some(right)
}

/// A product as text: `X = 1, 2 and Y = 5`.
pub fn product_text(symbols: &Symbols, product: &Product) -> String {
    let texts: Vec<String> = product
        .values
        .iter()
        .map(|(name, values)| format!("{} = {}", symbols.text(*name), values_text(symbols, values)))
        .collect();
    match &texts[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(rows: &[&[i32]]) -> Vec<String> {
        let mut symbols = Symbols::new();
        let names = [symbols.name("X"), symbols.name("Y")];
        let bindings: Vec<Vec<(Name, Symbol)>> = rows
            .iter()
            .map(|row| names.iter().copied().zip(row.iter().map(|&value| symbols.number(value))).collect())
            .collect();
        let products = factorise(&symbols, &bindings);
        products.iter().map(|product| product_text(&symbols, product)).collect()
    }

    #[test]
    fn instances_become_products() {
        let rows: &[&[i32]] = &[&[1, 5], &[1, 6], &[2, 5], &[2, 6], &[7, 8]];
        assert_eq!(texts(rows), ["X = 1, 2 and Y = 5, 6", "X = 7 and Y = 8"]);
        assert_eq!(texts(&[&[3, 1], &[1, 1], &[2, 1], &[5, 1]]), ["X = 1..3, 5 and Y = 1"]);
        assert_eq!(texts(&[&[1, 2], &[2, 3]]), ["X = 1 and Y = 2", "X = 2 and Y = 3"]);
        assert_eq!(texts(&[]), [""; 0]);
    }
}
