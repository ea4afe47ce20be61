//! Loads files with the files that they include, as one text.
//!
//! *Invariant:* each file is read once; if any of them has an error, no text is added.
//!
//! An included file need not be a program: `#include "/etc/passwd".` is a syntax error in that file, and a
//! message with its line would reveal a text that only the host may read. Therefore the text of an included
//! file with a syntax error is shown, and its words are named, only if the name of the file ends in `.lp`.

use crate::control::state::{Control, Script};
use crate::{Disk, Error, Files};
use hamadryad_aspif::InputFormat;
use hamadryad_syntax::ast::{Program, Statement, StatementKind};
use hamadryad_syntax::{Code, Diagnostic, Location, Span, parse_as};
use std::collections::HashSet;
use std::path::Path;

impl Control {
    /// Adds the program of a file, with the files that it includes, as [`Control::add`] adds a text. `false`
    /// if the file was loaded before: then nothing is added.
    ///
    /// # Errors
    /// The errors of all files; [`Error::File`] if the file does not exist. Then nothing is added.
    pub fn load(&mut self, path: &str) -> Result<bool, Error> {
        self.load_from(&mut Disk, path)
    }

    /// As [`Control::load`], with files provided by the caller.
    ///
    /// ```
    /// use hamadryad::{Control, Files, Part};
    ///
    /// struct Table;
    /// impl Files for Table {
    ///     fn find(&mut self, name: &str, _from: Option<&str>) -> Option<String> {
    ///         ["graph.lp", "paths.lp"].contains(&name).then(|| name.to_owned())
    ///     }
    ///     fn read(&mut self, file: &str) -> Result<String, String> {
    ///         Ok(match file {
    ///             "graph.lp" => "edge(a,b). edge(b,c).".to_owned(),
    ///             _ => "#include \"graph.lp\". path(X,Z) :- edge(X,Y), path(Y,Z). path(X,Y) :- edge(X,Y).".to_owned(),
    ///         })
    ///     }
    /// }
    ///
    /// let mut control = Control::new();
    /// assert!(control.load_from(&mut Table, "paths.lp")?);
    /// assert!(!control.load_from(&mut Table, "graph.lp")?, "it has been included");
    /// control.ground(&[Part::base()])?;
    /// assert_eq!(control.atoms().count(), 5);
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Control::load`].
    pub fn load_from(&mut self, files: &mut dyn Files, name: &str) -> Result<bool, Error> {
        let Some(file) = files.find(name, None) else {
            return Err(Error::File(format!("there is no file `{name}`")));
        };
        let identity = files.identity(&file);
        if self.loaded.contains(&identity) {
            return Ok(false);
        }
        let text = files.read(&file).map_err(Error::File)?;
        if InputFormat::of(&text).is_some() {
            return Err(Error::File(format!("`{file}` is a ground program, which is read step by step")));
        }
        // The caller has named this file, so its text may be shown.
        self.add_with_included(files, HashSet::from([identity]), &file, BASE, &text)?;
        Ok(true)
    }

    /// As [`Control::add_to_part`], with the files that the text includes. Their statements belong to the part `base`.
    ///
    /// # Errors
    /// As [`Control::load`].
    pub fn add_to_part_from(
        &mut self,
        files: &mut dyn Files,
        name: &str,
        part: &str,
        parameters: &[&str],
        text: &str,
    ) -> Result<(), Error> {
        self.add_with_included(files, HashSet::new(), name, (part, parameters), text)
    }

    /// Adds a text and the files that it includes; `read` are the identities of files that are read already.
    fn add_with_included(
        &mut self,
        files: &mut dyn Files,
        read: HashSet<String>,
        name: &str,
        part: (&str, &[&str]),
        text: &str,
    ) -> Result<(), Error> {
        let (statements, diagnostics, included) = (Vec::new(), Vec::new(), Vec::new());
        let mut loading = Loading { control: self, files, read, statements, diagnostics, included };
        let _ = loading.take(name, part, text, true);
        while let Some(include) = loading.included.pop() {
            loading.include(&include);
        }
        let Loading { read, mut statements, diagnostics, .. } = loading;
        let scripts = self.split_scripts(&mut statements);
        self.add_parsed(&Program { statements }, diagnostics)?;
        self.loaded.extend(read);
        self.scripts.extend(scripts);
        Ok(())
    }
}

impl Control {
    /// Takes the scripts that the caller runs out of a program.
    fn split_scripts(&self, statements: &mut Vec<Statement>) -> Vec<Script> {
        let scripts = statements.extract_if(.., |statement| {
            matches!(&statement.node, StatementKind::Script { language, .. }
                if self.script_languages.contains(language))
        });
        let script = |Statement { node, span }| match node {
            StatementKind::Script { language, code } => Some(Script { language, code, span }),
            _ => None,
        };
        scripts.filter_map(script).collect()
    }
}

/// The part in which every file begins.
const BASE: (&str, &[&str]) = ("base", &[]);

/// Whether the name has the usual ending of programs.
fn is_named_program(name: &str) -> bool {
    let ending = Path::new(name).extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("lp"))
}

/// Files that are being loaded.
struct Loading<'a> {
    control: &'a mut Control,
    files: &'a mut dyn Files,
    /// The identities of the files that were read.
    read: HashSet<String>,
    statements: Vec<Statement>,
    diagnostics: Vec<Diagnostic>,
    /// The remaining includes, the next one last.
    included: Vec<Include>,
}

struct Include {
    /// The including file.
    from: String,
    path: String,
    is_builtin: bool,
    span: Span,
}

impl Loading<'_> {
    /// Adds the statements of a file, and stores its includes. If its text may not be shown, a file with a
    /// syntax error is omitted, and the error is the place of the first syntax error.
    fn take(
        &mut self,
        name: &str,
        (part, parameters): (&str, &[&str]),
        text: &str,
        is_shown: bool,
    ) -> Result<(), Location> {
        let Control { symbols, sources, grounder, .. } = &mut *self.control;
        let file = sources.add(name, text);
        let (program, diagnostics) = parse_as(grounder.compat(), symbols, sources, file);
        if !is_shown && let Some(error) = diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
            return Err(sources.location(file, error.span.start));
        }
        self.diagnostics.extend(diagnostics);
        let parameters = parameters.iter().map(|name| symbols.name(name)).collect();
        let begin = StatementKind::Program { name: symbols.name(part), parameters };
        self.statements.push(Statement { node: begin, span: Span { file, start: 0, end: 0 } });
        let mut included = Vec::new();
        for statement in &program.statements {
            if let StatementKind::Include { path, builtin } = &statement.node {
                let (from, path) = (name.to_owned(), path.clone());
                included.push(Include { from, path, is_builtin: *builtin, span: statement.span });
            }
        }
        self.included.extend(included.into_iter().rev());
        self.statements.extend(program.statements);
        Ok(())
    }

    fn include(&mut self, include: &Include) {
        if let Err(diagnostic) = self.follow(include) {
            self.diagnostics.push(diagnostic);
        }
    }

    fn follow(&mut self, include: &Include) -> Result<(), Diagnostic> {
        let Include { from, path, is_builtin, span } = include;
        let error = |message: String| Diagnostic::error(Code::FileIncluded, *span, message);
        if *is_builtin {
            let message = || error(format!("there is no built-in file `{path}`"));
            let is_done = self.files.is_built_in(path);
            return is_done.then_some(()).ok_or_else(|| message().with_hint("there is only `<incmode>`"));
        }
        let Some(file) = self.files.find(path, Some(from)) else {
            let hint = self.files.places();
            return Err(error(format!("there is no file `{path}`")).with_hint(hint));
        };
        let identity = self.files.identity(&file);
        if self.control.loaded.contains(&identity) || !self.read.insert(identity) {
            let message = format!("`{path}` is included already");
            return Err(Diagnostic::warning(Code::FileIncluded, *span, message));
        }
        let text = self.files.read(&file).map_err(&error)?;
        if InputFormat::of(&text).is_some() {
            return Err(error(format!("`{path}` is a ground program, which cannot be included")));
        }
        // A link may differ from the file in its name.
        let is_shown = is_named_program(&file) && is_named_program(&self.files.identity(&file));
        self.take(&file, BASE, &text, is_shown).map_err(|Location { line, column }| {
            let place = format!("line {line}, column {column}");
            let message = format!("`{path}` is not a program: there is a syntax error at {place}");
            error(message)
                .with_hint("the text is not shown, because the name of the file does not end in `.lp`")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Part;

    struct Table<'t>(&'t [(&'t str, &'t str)]);

    impl Files for Table<'_> {
        fn find(&mut self, name: &str, _: Option<&str>) -> Option<String> {
            self.0.iter().any(|(file, _)| *file == name).then(|| name.to_owned())
        }

        fn read(&mut self, file: &str) -> Result<String, String> {
            let found = self.0.iter().find(|(name, _)| *name == file);
            found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| "it is gone".to_owned())
        }
    }

    #[test]
    fn cyclic_includes_end_and_every_file_begins_in_base() {
        let files = [
            ("a", "a1. #include \"b\". #program later. a2."),
            ("b", "b1. #include \"a\". #include \"c\". #program other. b2."),
            ("c", "c1. #include \"b\"."),
        ];
        let mut control = Control::new();
        assert_eq!(control.load_from(&mut Table(&files), "a"), Ok(true));
        assert_eq!(control.load_from(&mut Table(&files), "c"), Ok(false));
        let warnings: Vec<String> =
            control.take_warnings().into_iter().map(|warning| warning.message).collect();
        assert_eq!(warnings, ["`a` is included already", "`b` is included already"]);
        control.ground(&[Part::base()]).unwrap();
        let atoms: Vec<String> =
            control.atoms().map(|atom| control.symbols().display(atom).to_string()).collect();
        assert_eq!(atoms, ["a1", "b1", "c1"]);
    }

    #[test]
    fn a_text_for_a_part_may_include_files_of_the_part_base() {
        let mut control = Control::new();
        let mut files = Table(&[("b.lp", "b.")]);
        control.add_to_part_from(&mut files, "<block>", "step", &["t"], "a(t). #include \"b.lp\".").unwrap();
        control.ground(&[Part::base()]).unwrap();
        assert_eq!(control.atoms().count(), 1);
        let one = control.symbols_mut().number(1);
        control.ground(&[Part::new("step", &[one])]).unwrap();
        assert_eq!(control.atoms().count(), 2);
        let missing = control.add_to_part_from(&mut files, "<block>", "step", &[], "#include \"c.lp\".");
        assert!(missing.unwrap_err().to_string().contains("there is no file `c.lp`"));
    }

    #[test]
    fn no_text_of_a_file_that_is_no_program_is_shown() {
        let passwd = "root:x:0:0:secret\nother:y";
        let files = [
            ("main.lp", "#include \"passwd\". #include \"facts\"."),
            ("passwd", passwd),
            ("facts", "p(1..2)."),
        ];
        let mut control = Control::new();
        let Err(Error::Program(errors)) = control.load_from(&mut Table(&files), "main.lp") else {
            panic!("it was loaded")
        };
        let [error] = &errors[..] else { panic!("{errors:?}") };
        assert_eq!(error.message, "`passwd` is not a program: there is a syntax error at line 1, column 7");
        assert_eq!(control.sources().describe(error.span), "main.lp:1:1-19");
        assert!(error.labels.is_empty());
        // Other names are accepted for programs without syntax errors.
        let files = [("main.lp", "#include \"facts\"."), files[2]];
        assert_eq!(control.load_from(&mut Table(&files), "main.lp"), Ok(true));
        control.ground(&[Part::base()]).unwrap();
        assert_eq!(control.atoms().count(), 2);
    }

    #[test]
    fn an_error_in_any_file_leaves_the_control_unchanged() {
        let files =
            [("a", "a. #include \"b.lp\". #include \"d\". #include <e>."), ("b.lp", "b :- ,."), ("c", "c.")];
        let mut control = Control::new();
        let Err(Error::Program(errors)) = control.load_from(&mut Table(&files), "a") else {
            panic!("it was loaded")
        };
        let places: Vec<String> = errors.iter().map(|error| control.sources().describe(error.span)).collect();
        assert_eq!(places, ["b.lp:1:6-7", "a:1:21-34", "a:1:35-48"]);
        assert!(matches!(control.load_from(&mut Table(&files), "f"), Err(Error::File(_))));
        assert_eq!(control.load_from(&mut Table(&files), "c"), Ok(true));
        control.ground(&[Part::base()]).unwrap();
        assert_eq!(control.atoms().count(), 1);
        assert_eq!(
            control.load("no/such/file.lp"),
            Err(Error::File("`no/such/file.lp` cannot be read: there is no such file".to_owned()))
        );
    }
}
