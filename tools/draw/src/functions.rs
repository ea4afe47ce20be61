//! The functions of clingraph that a visualisation program may call, under clingraph's names.

use hamadryad::{Control, Symbol, Symbols, View};

/// Registers clingraph's functions `@pos`, `@concat`, `@format`, `@replace`, `@stringify`, `@cluster` and
/// `@html_escape` with a control.
pub fn register(control: &mut Control) {
    control.register("pos", pos);
    control.register("concat", |symbols, arguments| {
        let text: String = arguments.iter().map(|&argument| text(symbols, argument)).collect();
        Ok(vec![symbols.string(&text)])
    });
    control.register("replace", |symbols, arguments| match *arguments {
        [value, old, new] => {
            let [value, old, new] = [value, old, new].map(|argument| text(symbols, argument));
            Ok(vec![symbols.string(&value.replace(&old, &new))])
        }
        _ => {
            Err("@replace takes three arguments: a text, the part to replace, and the replacement".to_owned())
        }
    });
    control.register("format", format);
    control.register("stringify", stringify);
    control.register("cluster", |symbols, arguments| match *arguments {
        [graph] => {
            let name = format!("cluster_{}", text(symbols, graph));
            Ok(vec![symbols.string(&name)])
        }
        _ => Err("@cluster takes one argument, the name of a graph".to_owned()),
    });
    control.register("html_escape", |symbols, arguments| match *arguments {
        [value] => {
            let signs = [("&", "&amp;"), ("\"", "&quot;"), ("<", "&lt;"), (">", "&gt;"), (":", "&#58;")];
            let escaped = |text: String, (sign, name): (&str, &str)| text.replace(sign, name);
            let escaped = signs.into_iter().fold(text(symbols, value), escaped);
            Ok(vec![symbols.string(&escaped)])
        }
        _ => Err("@html_escape takes one argument, a text".to_owned()),
    });
}

fn text(symbols: &Symbols, symbol: Symbol) -> String {
    match symbols.view(symbol) {
        View::String(text) => text.to_owned(),
        _ => symbols.display(symbol).to_string(),
    }
}

/// `@pos(X,Y)` and `@pos(X,Y,Scale)`: a fixed position, in inches.
fn pos(symbols: &mut Symbols, arguments: &[Symbol]) -> Result<Vec<Symbol>, String> {
    let number = |argument: &Symbol| text(symbols, *argument).parse::<f64>().ok();
    let numbers: Option<Vec<f64>> = arguments.iter().map(number).collect();
    let (x, y, scale) = match numbers.as_deref() {
        Some(&[x, y]) => (x, y, 1.0),
        Some(&[x, y, scale]) => (x, y, scale),
        _ => return Err("@pos takes two numbers, and optionally a third as the scale".to_owned()),
    };
    // Clingraph prints 2.0 for 2.
    let place = format!("{:?},{:?}!", x * scale, y * scale);
    Ok(vec![symbols.string(&place)])
}

/// `@format("{0} of {1}",1,2)`; a tuple as the only argument stands for its parts.
fn format(symbols: &mut Symbols, arguments: &[Symbol]) -> Result<Vec<Symbol>, String> {
    let Some((&pattern, rest)) = arguments.split_first() else {
        return Err("@format takes a text with places such as {0}, and their values".to_owned());
    };
    let parts = match *rest {
        [only] if symbols.signature(only).is_none() && !symbols.arguments(only).is_empty() => {
            symbols.arguments(only)
        }
        _ => rest,
    };
    let words: Vec<String> = parts.iter().map(|&part| text(symbols, part)).collect();
    let filled = fill(&text(symbols, pattern), &words)?;
    Ok(vec![symbols.string(&filled)])
}

/// Replaces `{}`, `{0}`, `{1}`, … by words; `{{` and `}}` are braces.
fn fill(pattern: &str, words: &[String]) -> Result<String, String> {
    let (mut filled, mut rest, mut next) = (String::new(), pattern, 0);
    while let Some(place) = rest.find(['{', '}']) {
        filled += &rest[..place];
        let brace = &rest[place..=place];
        rest = &rest[place + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            filled += brace;
            rest = after;
            continue;
        }
        let end = rest.find('}').filter(|_| brace == "{");
        let Some(end) = end else {
            return Err(format!("`{pattern}` has a single `{brace}`; write it twice for a brace"));
        };
        let number = if rest[..end].is_empty() { Some(next) } else { rest[..end].parse().ok() };
        let word = number.and_then(|number: usize| words.get(number));
        filled +=
            word.ok_or_else(|| format!("`{pattern}` has a place {{{}}} without a value", &rest[..end]))?;
        next += 1;
        rest = &rest[end + 1..];
    }
    Ok(filled + rest)
}

/// `@stringify(Term)` replaces underscores by spaces; `@stringify(Term,true)` also capitalises the first
/// letter.
fn stringify(symbols: &mut Symbols, arguments: &[Symbol]) -> Result<Vec<Symbol>, String> {
    let (value, is_capital) = match *arguments {
        [value] => (value, false),
        [value, capital] => (value, text(symbols, capital) != "false"),
        _ => return Err("@stringify takes a term, and optionally true for a capital first letter".to_owned()),
    };
    let mut words = text(symbols, value).replace('_', " ");
    if is_capital && let Some(first) = words.chars().next() {
        words.replace_range(..first.len_utf8(), &first.to_uppercase().to_string());
    }
    Ok(vec![symbols.string(&words)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use hamadryad::Part;

    #[test]
    fn functions_answer_as_those_of_clingraph() {
        let calls = [
            ("@pos(1,-2)", "\"1.0,-2.0!\""),
            ("@pos(3,1,\"0.5\")", "\"1.5,0.5!\""),
            ("@concat(\"a \",b,f(1))", "\"a bf(1)\""),
            ("@replace(\"a-b-c\",\"-\",\"+\")", "\"a+b+c\""),
            ("@format(\"{0} of {1}, {{{0}}}\",1,\"two\")", "\"1 of two, {1}\""),
            ("@format(\"{} {}\",(x,y))", "\"x y\""),
            ("@stringify(light_blue)", "\"light blue\""),
            ("@stringify(light_blue,true)", "\"Light blue\""),
            ("@cluster(inner)", "\"cluster_inner\""),
            ("@html_escape(\"a<b\")", "\"a&lt;b\""),
        ];
        for (call, expected) in calls {
            let mut control = Control::new();
            register(&mut control);
            control.add("call.lp", &format!("is({call}).")).expect("a program");
            control.ground(&[Part::base()]).expect("a program that can be grounded");
            let atoms: Vec<String> =
                control.atoms().map(|atom| control.symbols().display(atom).to_string()).collect();
            assert_eq!(atoms, [format!("is({expected})")], "{call}");
        }
    }

    #[test]
    fn invalid_patterns_are_errors() {
        let words = ["a".to_owned()];
        let error = |text: &str| Err(text.to_owned());
        assert_eq!(fill("{1}", &words), error("`{1}` has a place {1} without a value"));
        assert_eq!(fill("{0", &words), error("`{0` has a single `{`; write it twice for a brace"));
        assert_eq!(fill("}", &words), error("`}` has a single `}`; write it twice for a brace"));
    }
}
