//! The functions of this crate have the parameters that the header declares.

use std::collections::BTreeMap;
use std::path::Path;

/// A type by its size and its kind: `p` for pointers, `1` for bool, `4` and `8` for numbers, `d` for doubles, `v` for
/// nothing.
type Class = char;

fn class_in_c(declaration: &str) -> Class {
    let words = declaration.replace("const", " ");
    if words.contains('*') || words.contains("_callback_t") || words.contains("clingo_logger_t") {
        return 'p';
    }
    let kind = words.split_whitespace().next().expect("a type");
    match kind {
        "void" => 'v',
        "bool" => '1',
        "double" => 'd',
        "size_t"
        | "uint64_t"
        | "int64_t"
        | "clingo_symbol_t"
        | "clingo_signature_t"
        | "clingo_symbolic_atom_iterator_t" => '8',
        "hamadryad_check_t" | "clingo_model_printer_t" => 'p',
        _ => '4',
    }
}

fn class_in_rust(kind: &str) -> Class {
    match kind.trim() {
        "" => 'v',
        "bool" => '1',
        "f64" => 'd',
        "usize" | "u64" | "i64" | "Symbol" | "Signature" => '8',
        "c_int" | "c_uint" | "u32" | "i32" => '4',
        kind if ["Text", "Handle", "Data", "Pointer"].contains(&kind) => 'p',
        kind if ["Out<", "Array<", "Option<", "*const", "*mut", "Borrowed<"]
            .iter()
            .any(|start| kind.starts_with(start)) =>
        {
            'p'
        }
        "()" => 'v',
        kind => panic!("unknown type {kind}"),
    }
}

/// Splits at commas outside of brackets.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (place, letter) in text.char_indices() {
        match letter {
            '(' | '<' => depth += 1,
            ')' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..place].trim());
                start = place + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

type Functions = BTreeMap<String, (Class, Vec<Class>)>;

/// The text between a bracket at a place and its partner.
fn bracketed(text: &str) -> &str {
    let mut depth = 0;
    for (place, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[1..place];
        }
    }
    panic!("no end of {text}")
}

fn of_header(text: &str) -> Functions {
    let mut functions = Functions::new();
    for declaration in text
        .split("CLINGO_API ")
        .skip(1)
        .filter(|text| !text.starts_with("extern") && !text.starts_with("__declspec"))
    {
        let Some(bracket) = declaration.find('(') else { continue };
        let before = &declaration[..bracket];
        let start =
            before.rfind(|letter: char| !letter.is_alphanumeric() && letter != '_').expect("a type") + 1;
        let parameters = parts(bracketed(&declaration[bracket..]));
        let is_variadic = parameters.contains(&"...");
        let parameters = parameters.into_iter().filter(|part| !["void", "..."].contains(part));
        let mut classes: Vec<Class> = parameters.map(class_in_c).collect();
        if is_variadic {
            // Variable arguments are words; the constructor with the most arguments has seven.
            classes.extend(std::iter::repeat_n('8', 7));
        }
        let result = (class_in_c(&before[..start]), classes);
        functions.insert(before[start..].to_owned(), result);
    }
    functions
}

fn of_source(text: &str, functions: &mut Functions) {
    let pieces: Vec<&str> = text.split("#[unsafe(no_mangle)]").collect();
    for pair in pieces.windows(2) {
        let [before, part] = pair else { continue };
        // The constructor of nodes has further words for Apple's processors.
        if before.trim_end().ends_with("#[cfg(all(target_vendor = \"apple\", target_arch = \"aarch64\"))]") {
            continue;
        }
        let Some(begin) = part.find("extern \"C\" fn ") else { continue };
        let rest = &part[begin + "extern \"C\" fn ".len()..];
        let bracket = rest.find('(').expect("parameters");
        let name = &rest[..bracket];
        if !name.starts_with(|letter: char| letter.is_alphabetic()) {
            continue;
        }
        let inner = bracketed(&rest[bracket..]);
        let kinds =
            parts(inner).into_iter().map(|part| class_in_rust(part.split_once(':').expect("a type").1));
        let after = rest[bracket + inner.len() + 2..].trim_start();
        let result = after.strip_prefix("->").map_or("", |after| after.split('{').next().expect("a type"));
        let kinds: Vec<Class> = kinds.collect();
        functions.insert(name.to_owned(), (class_in_rust(result), kinds));
    }
    // The functions that are not provided are declared by a macro: `name(types) -> result = value;`
    for line in text.lines().filter(|line| line.contains(") -> ") && line.trim_end().ends_with(';')) {
        let line = line.trim();
        let Some(bracket) = line.find('(') else { continue };
        if !line.starts_with("clingo_") {
            continue;
        }
        let inner = bracketed(&line[bracket..]);
        let result = line[bracket + inner.len() + 2..].trim_start_matches(" -> ");
        let result = result.split(" = ").next().expect("a type");
        let kinds = parts(inner).into_iter().map(class_in_rust).collect();
        functions.insert(line[..bracket].to_owned(), (class_in_rust(result), kinds));
    }
}

#[test]
fn functions_and_header_agree() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| std::fs::read_to_string(path).expect("a file of this crate");
    let declared = of_header(&read(&root.join("include/clingo.h")));
    let mut defined = Functions::new();
    let mut folders = vec![root.join("src")];
    while let Some(folder) = folders.pop() {
        for file in std::fs::read_dir(folder).expect("a folder") {
            let path = file.expect("a file").path();
            if path.is_dir() && !path.ends_with("tests") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                of_source(&read(&path), &mut defined);
            }
        }
    }
    assert!(declared.len() > 250, "{}", declared.len());
    for (name, types) in &declared {
        assert_eq!(Some(types), defined.get(name), "{name}");
    }
    // clingo exports this function, and declares it nowhere.
    defined.remove("clingo_main_");
    for name in defined.keys() {
        assert!(declared.contains_key(name), "{name} is not in the header");
    }
}
