//! Explanations of directives and aggregates: sections of the chapters on the language.

/// The section of the language chapters on a keyword or sign; `None` if there is none.
pub fn about(word: &str) -> Option<String> {
    let (chapter, heading) = place(word)?;
    let text = section(chapter, heading)?;
    Some(text.trim().to_owned())
}

/// The chapter, and the heading of the section; the empty heading is the beginning of the chapter.
fn place(word: &str) -> Option<(&'static str, &'static str)> {
    const AGGREGATES: &str = include_str!("../chapters/aggregates.md");
    const CHOICES: &str = include_str!("../chapters/choices.md");
    const CIRCUITS: &str = include_str!("../chapters/circuits.md");
    const OPTIMISATION: &str = include_str!("../chapters/optimisation.md");
    const OUTPUT: &str = include_str!("../chapters/output.md");
    const PARTS: &str = include_str!("../chapters/parts.md");
    const RULES: &str = include_str!("../chapters/rules.md");
    const SEARCH: &str = include_str!("../chapters/search.md");
    const TERMS: &str = include_str!("../chapters/terms.md");
    const THEORIES: &str = include_str!("../chapters/theories.md");
    Some(match word {
        "#count" | "#sum" | "#sum+" | "#min" | "#max" => (AGGREGATES, ""),
        "{" => (CHOICES, ""),
        "not" => (RULES, "Default negation"),
        ":-" => (RULES, ""),
        ":~" => (OPTIMISATION, "Weak constraints"),
        "#minimize" | "#maximize" | "#minimise" | "#maximise" => (OPTIMISATION, "Minimize and maximize"),
        "#show" => (OUTPUT, "Atoms"),
        "#project" => (OUTPUT, "Projection"),
        "#defined" => (OUTPUT, "Defined"),
        "#const" => (PARTS, "Constants"),
        "#include" => (PARTS, "Files"),
        "#program" => (PARTS, "Parts"),
        "#external" => (PARTS, "Externals"),
        "#heuristic" => (SEARCH, "Domain heuristics"),
        "#edge" => (SEARCH, "Acyclic graphs"),
        "#theory" => (THEORIES, ""),
        "&circuit" => (CIRCUITS, ""),
        "#inf" | "#sup" | "#infimum" | "#supremum" => (TERMS, "The order of terms"),
        ".." => (TERMS, "Intervals"),
        "@" => (TERMS, "Functions that compute"),
        "**" | "\\" | "/" | "*" | "+" | "|" | "^" | "?" | "~" => (TERMS, "Arithmetic"),
        "#true" | "#false" => (RULES, "Constraints"),
        "=" | "==" | "!=" | "<>" | "<" | "<=" | ">" | ">=" => (RULES, "Comparisons"),
        "_" => (TERMS, "Variables"),
        _ => return None,
    })
}

/// The text under a heading, up to the next heading outside of code.
fn section(chapter: &str, heading: &str) -> Option<String> {
    let mut found = heading.is_empty();
    let (mut in_code, mut text) = (false, String::new());
    for line in chapter.lines() {
        in_code ^= line.starts_with("```");
        if !in_code && line.starts_with('#') {
            if found && !text.trim().is_empty() {
                break;
            }
            found |= line.trim_start_matches('#').trim() == heading;
            continue;
        }
        if found {
            text.push_str(line);
            text.push('\n');
        }
    }
    found.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_has_a_section() {
        let words = "#count #sum #sum+ #min #max { not :- :~ #minimize #maximize #show #project #defined #const \
            #include #program #external #heuristic #edge #theory &circuit #inf .. @ ** #true != _";
        for word in words.split_whitespace() {
            let text = about(word).unwrap_or_else(|| panic!("no section about {word}"));
            assert!(text.len() > 80, "{word}: {text}");
        }
        assert_eq!(about("#nothing"), None);
    }
}
