//! Symbols of the process as text, in the syntax of the language.

use crate::symbols::{Symbol, View};

/// Appends the text of a symbol. Deep terms need no stack.
pub fn write(symbol: Symbol, text: &mut Vec<u8>) {
    /// The functions that are open: their arguments, and the number of printed ones.
    struct Open {
        arguments: &'static [Symbol],
        printed: usize,
        is_tuple: bool,
    }
    let mut open: Vec<Open> = Vec::new();
    let mut next = Some(symbol);
    loop {
        if let Some(symbol) = next.take() {
            match symbol.view() {
                None => text.extend_from_slice(b"#invalid"),
                Some(View::Infimum) => text.extend_from_slice(b"#inf"),
                Some(View::Supremum) => text.extend_from_slice(b"#sup"),
                Some(View::Number(value)) => text.extend_from_slice(value.to_string().as_bytes()),
                Some(View::String(string)) => write_quoted(string.to_bytes(), text),
                Some(View::Function(function)) => {
                    if !function.positive {
                        text.push(b'-');
                    }
                    let name = function.name.to_bytes();
                    text.extend_from_slice(name);
                    let is_tuple = name.is_empty();
                    if is_tuple || !function.arguments.is_empty() {
                        text.push(b'(');
                        open.push(Open { arguments: function.arguments, printed: 0, is_tuple });
                    }
                }
            }
        }
        let Some(innermost) = open.last_mut() else { return };
        if let Some(&argument) = innermost.arguments.get(innermost.printed) {
            if innermost.printed > 0 {
                text.push(b',');
            }
            innermost.printed += 1;
            next = Some(argument);
        } else {
            text.extend_from_slice(if innermost.is_tuple && innermost.printed == 1 { b",)" } else { b")" });
            open.pop();
        }
    }
}

/// Appends a string with its quotes and escapes.
pub fn write_quoted(string: &[u8], text: &mut Vec<u8>) {
    text.push(b'"');
    for &byte in string {
        match byte {
            b'"' => text.extend_from_slice(b"\\\""),
            b'\\' => text.extend_from_slice(b"\\\\"),
            b'\n' => text.extend_from_slice(b"\\n"),
            _ => text.push(byte),
        }
    }
    text.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::parse_term;

    #[test]
    fn terms_are_printed_as_they_are_read() {
        for text in
            ["1", "-1", "a", "-a", "f(1,\"a\\\"b\\\\\\n\",(1,),(),-g((2,3)))", "#inf", "#sup", "-(1,2)"]
        {
            let mut printed = Vec::new();
            write(parse_term(text).expect("it is a term").0, &mut printed);
            assert_eq!(String::from_utf8(printed).as_deref(), Ok(text));
        }
    }
}
