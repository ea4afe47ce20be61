//! A table as plain data, and how it is written.

/// A table of words.
pub(super) struct Table {
    pub title: String,
    /// What one must know to read it.
    pub note: String,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// With its columns in line, so that it can be read as it stands.
    pub fn markdown(&self) -> String {
        let lines = || std::iter::once(&self.head).chain(&self.rows);
        let width =
            |column: usize| lines().map(|line: &Vec<String>| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let write = |cells: &[String]| {
            let mut line = String::from("|");
            for (column, (cell, &width)) in cells.iter().zip(&widths).enumerate() {
                let padded =
                    if column == 0 { format!(" {cell:<width$} |") } else { format!(" {cell:>width$} |") };
                line.push_str(&padded);
            }
            line + "\n"
        };
        let mut text = format!("## {}\n\n{}\n\n", self.title, self.note);
        text.push_str(&write(&self.head));
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
        text.extend(self.rows.iter().map(|row| write(row)));
        text
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

/// Text for a page of HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
