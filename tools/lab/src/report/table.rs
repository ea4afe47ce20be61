//! Tables as plain data, and their formats.

/// A table of words.
pub(super) struct Table {
    pub title: String,
    /// An explanation of the columns.
    pub note: String,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// The table as Markdown with aligned columns.
    pub fn markdown(&self) -> String {
        let escaped = |cells: &Vec<String>| {
            cells.iter().map(|cell| plain(cell).replace('|', "\\|")).collect::<Vec<String>>()
        };
        let (head, rows) = (escaped(&self.head), self.rows.iter().map(escaped).collect::<Vec<_>>());
        let lines = || std::iter::once(&head).chain(&rows);
        let width =
            |column: usize| lines().map(|line: &Vec<String>| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..head.len()).map(width).collect();
        let write = |cells: &[String]| {
            let mut line = String::from("|");
            for (column, (cell, &width)) in cells.iter().zip(&widths).enumerate() {
                let padded =
                    if column == 0 { format!(" {cell:<width$} |") } else { format!(" {cell:>width$} |") };
                line.push_str(&padded);
            }
            line + "\n"
        };
        let mut text = format!("## {}\n\n{}\n\n", plain(&self.title), plain(&self.note));
        text.push_str(&write(&head));
        let rule = |(column, &width): (usize, &usize)| {
            if column == 0 {
                format!("{}|", "-".repeat(width + 2))
            } else {
                format!("{}:|", "-".repeat(width + 1))
            }
        };
        text.push('|');
        text.extend(widths.iter().enumerate().map(rule));
        text.push('\n');
        text.extend(rows.iter().map(|row| write(row)));
        text
    }

    /// The table as LaTeX, with the lines of the package `booktabs`.
    pub fn latex(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| tex(cell)).collect();
            format!("{} \\\\\n", cells.join(" & "))
        };
        let columns = format!("l{}", "r".repeat(self.head.len().saturating_sub(1)));
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!(
            "% {}\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n{}\\midrule\n{rows}\\bottomrule\n\\end{{tabular}}\n",
            tex(&self.title),
            line(&self.head)
        )
    }

    pub fn html(&self) -> String {
        let cells = |tag: &str, cells: &[String]| -> String {
            let cell = |cell: &String| format!("<{tag}>{}</{tag}>", escape(cell));
            format!("<tr>{}</tr>\n", cells.iter().map(cell).collect::<String>())
        };
        let rows: String = self.rows.iter().map(|row| cells("td", row)).collect();
        let (title, note) = (escape(&self.title), escape(&self.note));
        let head = cells("th", &self.head);
        format!(
            "<h2>{title}</h2>\n<p>{note}</p>\n<div class=\"wide\"><table>\n<thead>{head}</thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
        )
    }
}

/// Escapes text for LaTeX; a line break becomes a blank.
fn tex(text: &str) -> String {
    let mut escaped = String::new();
    for sign in text.chars() {
        match sign {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', sign]),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '±' => escaped.push_str("$\\pm$"),
            '×' => escaped.push_str("$\\times$"),
            sign if sign.is_control() => escaped.push(' '),
            sign => escaped.push(sign),
        }
    }
    escaped
}

/// Escapes text for HTML, as for a drawing.
pub(super) fn escape(text: &str) -> String {
    hamadryad_scene::escape_xml(text)
}

/// Escapes text for Markdown: characters that begin a tag or code, or end the text of a link, are escaped,
/// and a line break, which could begin a heading, becomes a blank.
pub(super) fn plain(text: &str) -> String {
    let mut escaped = String::new();
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '<' | '`' | '\\' => escaped.extend(['\\', sign]),
            ']' if signs.peek() == Some(&'(') => escaped += "\\]",
            sign if sign.is_control() => escaped.push(' '),
            sign => escaped.push(sign),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_records_is_escaped() {
        let table = Table {
            title: "<script>".into(),
            note: "a\n# b".into(),
            head: vec!["x|y".into()],
            rows: vec![vec!["[a](javascript:b)".into()], vec!["<img src=x onerror='c'>".into()]],
        };
        let markdown = table.markdown();
        for part in ["## \\<script>\n", "a # b\n", "| x\\|y ", "| [a\\](javascript:b) ", "| \\<img src=x "] {
            assert!(markdown.contains(part), "{part}: {markdown}");
        }
        let latex = table.latex();
        assert!(latex.contains("\\begin{tabular}{l}\n\\toprule\nx|y \\\\\n"), "{latex}");
        let html = table.html();
        assert!(!html.contains("<script") && !html.contains("<img") && !html.contains('\''), "{html}");
    }
}
