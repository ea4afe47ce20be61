//! The report on a few recorded games equals its golden files: `tests/report/records.jsonl` and the files
//! next to it.
//!
//! `UPDATE_EXPECTATIONS=1 cargo test -p hamadryad-lab --test report` writes the present report; read the
//! difference before it is committed.

use hamadryad_lab::report::{Format, Page, make};
use hamadryad_lab::{Record, read};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report")
}

fn records() -> Vec<Record> {
    read(&folder()).expect("the recorded games can be read")
}

fn text(page: &Page) -> &str {
    std::str::from_utf8(&page.content).expect("text")
}

#[test]
fn tables_equal_their_golden_files() {
    let pages = make(&records(), &[Format::Markdown, Format::Csv]).expect("a report can be made");
    for page in &pages {
        let path = folder().join(&page.name);
        if std::env::var_os("UPDATE_EXPECTATIONS").is_some() {
            std::fs::write(&path, &page.content).expect("the file can be written");
        }
        let expected = std::fs::read_to_string(&path).expect("there is such a file");
        assert!(text(page) == expected, "{} is another one:\n{}", page.name, text(page));
    }
    assert_eq!(pages.len(), 5);
}

#[test]
fn the_order_of_the_records_is_irrelevant() {
    let (forth, mut back) = (records(), records());
    back.reverse();
    let formats = [Format::Markdown, Format::Csv, Format::Svg];
    assert_eq!(make(&forth, &formats).expect("a report"), make(&back, &formats).expect("a report"));
}

#[test]
fn figures_are_drawn_and_the_page_is_self_contained() {
    let pages = make(&records(), &[Format::Html, Format::Svg, Format::Png]).expect("a report can be made");
    let names: Vec<&str> = pages.iter().map(|page| page.name.as_str()).collect();
    let [html, drawings @ ..] = &pages[..] else { panic!("nothing was made") };
    assert_eq!(names[0], "report.html");
    assert!(!text(html).contains("src=") && !text(html).contains("<link"), "the page needs other files");
    for page in drawings {
        if page.name.ends_with(".svg") {
            assert!(text(html).contains(text(page).trim()), "{} is not in the page", page.name);
        } else {
            assert!(page.content.starts_with(b"\x89PNG"), "{} is no picture", page.name);
        }
    }
    assert!(drawings.len() >= 4, "{names:?}");
}

#[test]
fn a_single_game_is_sufficient_for_a_report() {
    let one = &records()[..1];
    let pages = make(one, &Format::ALL).expect("a report can be made");
    let page = pages.iter().find(|page| page.name == "report.md").expect("there is a page");
    assert!(text(page).contains("1 of 1"), "{}", text(page));
    assert!(!text(page).contains("NaN"), "{}", text(page));
}
