//! Written files: SVG compared with a golden file, images decoded by other readers, the data of the page.

use hamadryad_grid::{Cell, Direction, Grid};
use hamadryad_scene::{
    Area, Chapter, Course, Figure, Fill, Film, Frame, Glyph, Ink, Mark, Pictures, Stroke, png,
};
use std::io::Cursor;

fn cells(text: &str) -> Vec<Cell> {
    text.split_whitespace().map(|cell| cell.parse().expect("a cell")).collect()
}

/// A frame with every kind of shape.
fn sample(apple: &str) -> Frame {
    let mut frame = Frame::new(Grid::new(3, 4));
    let glyph = Glyph::ascii('#');
    let solid = Area { cells: cells("(3,3)"), glyph, ink: Ink::FAINT, fill: Fill::Solid };
    frame.add("ground", solid.clone());
    frame.add("ground", Area { cells: cells("(3,4) (9,9)"), ink: Ink::GREY, fill: Fill::Striped, ..solid });
    let ring = cells("(1,1) (1,2) (1,3) (1,4) (2,4) (3,4) (3,3) (2,3) (2,2) (3,2) (3,1) (2,1)");
    frame.add("cycle", Course::new(ring, Stroke::Hair).closed().inked(&[Ink::GREY]));
    frame.add("plan", Course::new(cells("(1,3) (1,4) (2,4)"), Stroke::Thin).inked(&[Ink::BLUE]));
    let body = Course::new(cells("(1,3) (1,2) (1,1) (2,1)"), Stroke::Tapered);
    frame.add("snake", body.inked(&Ink::GREENS));
    let mark = |cell: &str, figure| Mark { cell: cells(cell)[0], glyph, ink: Ink::RED, figure };
    frame.add("snake", mark(apple, Figure::Fruit));
    frame.add("snake", mark("(1,3)", Figure::Head(Direction::Right)));
    frame.add("signs", mark("(2,2)", Figure::Ring));
    frame.add("signs", mark("(2,2)", Figure::Badge("A".into())));
    frame.add("signs", mark("(3,1)", Figure::Text("<10>".into())));
    frame.add("signs", mark("(3,2)", Figure::Disc));
    frame.walls.push((cells("(2,2)")[0], Direction::Right));
    frame.caption.push("4 & more".to_string());
    frame
}

fn film() -> Film {
    let frames = vec![sample("(2,4)"), sample("(2,3)"), sample("(2,3)")];
    let chapters = vec![Chapter { picture: 1, name: "</script>".to_string() }];
    Film { chapters, ..Film::of_frames("a <film>", frames, Some(30), 100) }
}

#[test]
fn an_svg_equals_its_golden_file() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/sample.svg");
    let drawn = film().svg(0);
    if std::env::var_os("UPDATE_EXPECTATIONS").is_some() {
        std::fs::write(path, &drawn).expect("a file that can be written");
    }
    let golden = std::fs::read_to_string(path).expect("a golden file");
    assert_eq!(drawn, golden, "{path}: look at the picture before it is updated with UPDATE_EXPECTATIONS=1");
}

#[test]
fn hidden_layers_are_omitted_from_files() {
    let mut frame = sample("(2,4)");
    let has = |frame: &Frame, id: &str| {
        Film::of_frames("", vec![frame.clone()], None, 1).svg(0).contains(&format!("<g id=\"{id}\">"))
    };
    assert!(has(&frame, "cycle") && has(&frame, "plan"));
    frame.layers.iter_mut().filter(|layer| layer.name == "cycle").for_each(|layer| layer.shown = false);
    assert!(!has(&frame, "cycle") && has(&frame, "plan"));
}

#[test]
fn no_primitive_leaves_the_sheet_at_any_size() {
    for (rows, cols) in [(1, 1), (2, 2), (4, 4), (3, 60), (60, 3), (60, 60), (200, 200)] {
        let mut frame = Frame::new(Grid::new(rows, cols));
        let all: Vec<Cell> = frame.grid.cells().collect();
        frame.add("all", Course::new(all.clone(), Stroke::Tapered));
        for cell in all {
            let (glyph, ink, figure) = (Glyph::ascii('x'), Ink::RED, Figure::Head(Direction::Up));
            frame.add("all", Mark { cell, glyph, ink, figure });
        }
        frame.caption.push("length 3600 of 3600, 123456789 steps, 3599 to the apple".to_string());
        let svg = Film::of_frames("", vec![frame], None, 1).svg(0);
        let attribute = |tag: &str, name: &str| -> Option<f64> {
            tag.split_once(&format!(" {name}=\""))?.1.split('"').next()?.parse().ok()
        };
        let (width, height) =
            (attribute(&svg, "width").expect("a width"), attribute(&svg, "height").expect("a height"));
        assert!((200.0..2000.0).contains(&width) && height < 2000.0, "{rows}×{cols}: {width}×{height}");
        for tag in svg.split('<').filter(|tag| tag.starts_with("circle")) {
            let of = |name| attribute(tag, name).expect("a number");
            let (x, y, radius) = (of("cx"), of("cy"), of("r"));
            assert!(x >= radius && y >= radius && x + radius <= width && y + radius <= height, "{tag}");
        }
        for tag in svg.split('<').filter(|tag| tag.starts_with("text")) {
            assert!(attribute(tag, "y").is_some_and(|y| y < height - 3.0), "{tag} of {height}");
        }
    }
}

/// Width, height and the pixels of every picture of an animated PNG, composed.
fn read_apng(file: &[u8]) -> Vec<Vec<u8>> {
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().expect("a header");
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    let count = reader.info().animation_control().expect("an animation").num_frames;
    let mut canvas = vec![0; width * height * 3];
    (0..count)
        .map(|_| {
            let mut part = vec![0; reader.output_buffer_size().expect("a size")];
            reader.next_frame(&mut part).expect("a picture");
            let control = *reader.info().frame_control().expect("its place");
            let line = control.width as usize * 3;
            for (row, pixels) in part.chunks(line).take(control.height as usize).enumerate() {
                let start = ((control.y_offset as usize + row) * width + control.x_offset as usize) * 3;
                canvas[start..start + line].copy_from_slice(pixels);
            }
            canvas.clone()
        })
        .collect()
}

fn read_png(file: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().expect("a header");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("a picture");
    (info.width, info.height, pixels)
}

/// Size, delays and the pixels of every picture of a GIF, composed.
fn read_gif(file: &[u8]) -> (u16, u16, Vec<(u16, Vec<u8>)>) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(Cursor::new(file)).expect("a header");
    let (width, height) = (decoder.width(), decoder.height());
    let mut canvas = vec![0; usize::from(width) * usize::from(height) * 3];
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a picture") {
        for (place, pixel) in frame.buffer.chunks(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            let (row, col) = (place / usize::from(frame.width), place % usize::from(frame.width));
            let row = row + usize::from(frame.top);
            let start = (row * usize::from(width) + col + usize::from(frame.left)) * 3;
            canvas[start..start + 3].copy_from_slice(&pixel[..3]);
        }
        pictures.push((frame.delay, canvas.clone()));
    }
    (width, height, pictures)
}

#[test]
fn an_animated_png_has_the_pixels_of_each_png() {
    let film = film();
    let pictures = read_apng(&film.apng(1.0, &mut |_| {}).expect("a file"));
    assert_eq!(pictures.len(), 3);
    for (index, picture) in pictures.iter().enumerate() {
        let (width, height, pixels) = read_png(&film.png(index, 1.0).expect("a file"));
        assert_eq!((width, height), (260, 134));
        assert!(&pixels == picture, "picture {index}");
    }
    assert!(pictures[0] != pictures[1], "the apple has moved");
}

#[test]
fn a_gif_keeps_flat_colours_and_approximates_others() {
    let film = film();
    let (width, height, pictures) = read_gif(&film.gif(1.0, &mut |_| {}).expect("a file"));
    assert_eq!((width, height, pictures.len()), (260, 134, 3));
    assert_eq!(pictures.iter().map(|(delay, _)| *delay).collect::<Vec<_>>(), [10, 10, 200]);
    for (index, (_, picture)) in pictures.iter().enumerate() {
        let (_, _, pixels) = read_png(&film.png(index, 1.0).expect("a file"));
        let off = |(shown, wanted): (&u8, &u8)| shown.abs_diff(*wanted);
        assert!(picture.iter().zip(&pixels).map(off).max() < Some(24), "picture {index}");
        let same = picture.iter().zip(&pixels).filter(|(shown, wanted)| shown == wanted).count();
        assert!(same * 100 > pixels.len() * 95, "{same} of {} are the same", pixels.len());
    }
}

#[test]
fn images_have_the_requested_size() {
    let (width, height, _) = read_png(&film().png(0, 2.5).expect("a file"));
    assert_eq!((width, height), (650, 335));
}

#[test]
fn letters_of_europe_and_mathematical_signs_are_drawn() {
    let drawing = |word: &str| {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"30\">\
             <text x=\"5\" y=\"20\" font-family=\"Times,serif\">{word}</text></svg>"
        );
        read_png(&png(&svg, 1.0).expect("a file")).2
    };
    let nothing = drawing("");
    for word in ["a", "ß", "Ž", "ω", "д", "→", "≤", "✓"] {
        assert!(drawing(word) != nothing, "{word} has no picture");
    }
}

#[test]
fn drawings_of_several_sizes_share_one_size() {
    let drawing = |width: u32, height: u32| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\"/>")
    };
    let pictures = Pictures::Drawn(vec![drawing(10, 30), drawing(40, 20)]);
    let film = Film { title: String::new(), pictures, chapters: Vec::new(), delay: 500 };
    let (width, height, pictures) = read_gif(&film.gif(1.0, &mut |_| {}).expect("a file"));
    assert_eq!((width, height, pictures.len()), (40, 30, 2));
    assert!(film.page().contains("u003csvg xmlns="));
    let nothing = Film { pictures: Pictures::Drawn(Vec::new()), ..film };
    assert!(nothing.gif(1.0, &mut |_| {}).is_err() && nothing.apng(1.0, &mut |_| {}).is_err());
}

/// The data of a page.
fn data(page: &str) -> serde_json::Value {
    let data = page.split_once("const film = ").expect("data").1;
    let mut values = serde_json::Deserializer::from_str(data).into_iter::<serde_json::Value>();
    values.next().expect("a value").expect("JSON")
}

#[test]
fn a_page_contains_the_film_and_no_external_resource() {
    let page = film().page();
    assert!(page.contains("<title>a &lt;film&gt;</title>"));
    for foreign in ["http://", "https://", "src=", "href=", "@import", "url(", "fetch(", "import("] {
        let own = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!own.contains(foreign), "{foreign}");
    }
    assert_eq!(page.matches("</script>").count(), 1);
    let film = data(&page);
    assert_eq!(film["frames"].as_array().map(Vec::len), Some(3));
    assert_eq!(film["frames"][1], film["frames"][2], "equal frames have equal groups");
    assert_eq!(film["chapters"], serde_json::json!([[1, "</script>"]]));
    assert_eq!(film["layers"][1], serde_json::json!(["cycle", true]));
    // Every element that the player uses exists.
    for id in page.split("$(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
    }
}

#[test]
fn equal_primitives_are_written_once() {
    let film = data(&film().page());
    let numbers = |of: &serde_json::Value| -> Vec<i64> {
        of.as_array().expect("an array").iter().filter_map(serde_json::Value::as_i64).collect()
    };
    let primitives = film["primitives"].as_array().expect("an array");
    for (place, primitive) in primitives.iter().enumerate() {
        assert!(!primitives[..place].contains(primitive), "{primitive}");
    }
    // The pictures differ in the place of the apple: a disc and a stalk.
    let drawn = |frame: usize| -> Vec<i64> {
        let groups = numbers(&film["frames"][frame]).into_iter();
        // The first number of a group is its layer.
        groups.flat_map(|group| numbers(&film["groups"][group as usize]).split_off(1)).collect()
    };
    let (first, second) = (drawn(0), drawn(1));
    assert!(first.iter().chain(&second).all(|&number| (number as usize) < primitives.len()));
    assert_eq!(second.iter().filter(|number| !first.contains(number)).count(), 2);
    // The snake of four cells is one ribbon.
    let snake = primitives.iter().find(|primitive| primitive[0] == "w" && primitive[4] == "LLD");
    assert_eq!(snake.and_then(|snake| snake[7].as_array()).map(Vec::len), Some(5));
}

#[test]
fn the_texts_of_frames_are_text_of_the_page() {
    let mut frame = sample("(2,4)");
    frame.description = "head (1,3)".to_owned();
    let film = data(&Film::of_frames("", vec![sample("(2,4)"), frame], Some(30), 100).page());
    assert_eq!(film["captions"], serde_json::json!(["4 & more", "4 & more"]));
    assert_eq!(film["descriptions"], serde_json::json!(["", "head (1,3)"]));
    // The picture has room for the board alone, and none for the caption.
    assert_eq!((film["width"].as_f64(), film["height"].as_f64()), (Some(140.0), Some(110.0)));
    assert!(!film["primitives"].to_string().contains("more"));
}

#[test]
fn every_colour_has_a_light_and_a_dark_value() {
    let page = film().page();
    let value = |rule: &str, number: usize| {
        let block = page.split(rule).find(|block| block.starts_with(" --c0: "))?;
        let (_, rest) = block.split('}').next()?.split_once(&format!(" --c{number}: "))?;
        rest.split(';').next().map(str::to_owned)
    };
    let dark = ":root[data-theme=\"dark\"] {";
    // The sheet and the board come first.
    assert_eq!(value(":root {", 0).as_deref(), Some("#ffffff"));
    assert_eq!(value(dark, 0).as_deref(), Some("#191919"));
    let used = data(&page)["primitives"].to_string();
    assert!(!used.contains('#'), "each colour is a variable");
    let colours = (0..).take_while(|&number| value(":root {", number).is_some()).count();
    assert!(colours > 10 && value(dark, colours - 1).is_some() && value(dark, colours).is_none());
}

#[test]
fn controls_and_pictures_have_names() {
    let page = film().page();
    for button in page.split("<button").skip(1) {
        let (tag, rest) = button.split_once('>').expect("a tag");
        let text = rest.split('<').next().unwrap_or_default();
        assert!(tag.contains("aria-label=") || text.chars().all(char::is_alphabetic), "{tag}>{text}");
    }
    assert!(page.contains("<div id=\"stage\" role=\"img\">"));
    assert!(page.contains("setAttribute(\"aria-label\""));
    assert_eq!(page.matches("role=\"status\"").count(), 1, "one live region");
    assert!(page.contains("min-width: 44px; min-height: 44px"));
}
