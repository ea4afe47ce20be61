//! Words: the bindings of many instances of a rule, in a few lines.
//!
//! ```text
//! X=1 Y=5, X=1 Y=6, X=2 Y=5, X=2 Y=6, X=7 Y=8     -->   X = 1, 2 and Y = 5, 6;  X = 7 and Y = 8
//! ```
//!
//! Atoms become patterns with pools and intervals: `at((art;maths),1..3)`.
//!
//! Instances are merged greedily: two products that differ in the values of a single variable become one.

use hamadryad_symbol::{Name, Signature, Symbol, Symbols};
use std::collections::{BTreeMap, HashSet};

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
    let rows = bindings.iter().map(|binding| binding.iter().map(|&(_, value)| value).collect());
    let product = |values: Vec<Vec<Symbol>>| Product { values: names.iter().copied().zip(values).collect() };
    products(symbols, rows, names.len()).into_iter().map(product).collect()
}

/// Rows of values as a union of products. Rows of another length are left out.
fn products(
    symbols: &Symbols,
    rows: impl Iterator<Item = Vec<Symbol>>,
    length: usize,
) -> Vec<Vec<Vec<Symbol>>> {
    let mut products: Vec<Vec<Vec<Symbol>>> = Vec::new();
    let mut seen: HashSet<Vec<Symbol>> = HashSet::new();
    for row in rows.filter(|row| row.len() == length) {
        if seen.insert(row.clone()) {
            products.push(row.into_iter().map(|value| vec![value]).collect());
        }
    }
    loop {
        let before = products.len();
        for variable in (0..length).rev() {
            products = merged(symbols, products, variable);
        }
        if products.len() == before {
            break;
        }
    }
    products
}

/// Atoms in short, with intervals and pools as in a program: `at((art;maths),1..3)`.
pub fn atoms_text(symbols: &Symbols, atoms: &[Symbol]) -> Vec<String> {
    let mut signatures: Vec<Signature> = Vec::new();
    for signature in atoms.iter().filter_map(|&atom| symbols.signature(atom)) {
        if !signatures.contains(&signature) {
            signatures.push(signature);
        }
    }
    let mut texts = Vec::new();
    for signature in signatures {
        let of_signature = atoms.iter().filter(|&&atom| symbols.signature(atom) == Some(signature));
        let rows = of_signature.map(|&atom| symbols.arguments(atom).to_vec());
        let sign = if signature.positive { "" } else { "-" };
        let name = symbols.text(signature.name);
        for product in products(symbols, rows, signature.arity as usize) {
            let arguments: Vec<String> = product.iter().map(|values| pool_text(symbols, values)).collect();
            let arguments =
                if arguments.is_empty() { String::new() } else { format!("({})", arguments.join(",")) };
            texts.push(format!("{sign}{name}{arguments}"));
        }
    }
    texts
}

/// The values of an argument: `1..3`, `(a;b;1..3)`.
fn pool_text(symbols: &Symbols, values: &[Symbol]) -> String {
    let texts = value_texts(symbols, values);
    if let [only] = &texts[..] { only.clone() } else { format!("({})", texts.join(";")) }
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
    value_texts(symbols, values).join(", ")
}

fn value_texts(symbols: &Symbols, values: &[Symbol]) -> Vec<String> {
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
    texts
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

    #[test]
    fn atoms_become_patterns() {
        let mut symbols = Symbols::new();
        let mut atom = |name: &str, arguments: &[i32]| {
            let arguments: Vec<Symbol> = arguments.iter().map(|&value| symbols.number(value)).collect();
            symbols.function(name, &arguments)
        };
        let mut atoms: Vec<Symbol> =
            [1, 2, 3, 7].iter().flat_map(|&x| [atom("p", &[x, 4]), atom("p", &[x, 6])]).collect();
        atoms.extend([atom("q", &[]), atom("p", &[9, 9])]);
        assert_eq!(atoms_text(&symbols, &atoms), ["p((1..3;7),(4;6))", "p(9,9)", "q"]);
    }
}
