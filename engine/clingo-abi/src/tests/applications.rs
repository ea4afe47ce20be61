//! `clingo_main`: options, the main function, and exit codes. The output is checked in the tests of the wheel.

use super::support::*;
use crate::application::*;
use crate::guard;
use crate::pointers::{Array, Data, Handle, Out, Text};
use crate::solve_handle::clingo_solve_handle_close;
use std::ffi::{CStr, CString, c_char};
use std::sync::Mutex;

#[derive(Default)]
struct Calls {
    values: Vec<String>,
    flag: bool,
    files: Vec<String>,
    is_valid: bool,
    is_failing: bool,
}

fn calls(data: &Data) -> &'static Mutex<Calls> {
    // SAFETY: the tests pass a pointer to a leaked value.
    unsafe { &*data.0.cast::<Mutex<Calls>>() }
}

extern "C" fn name(_: Data) -> Text {
    text(c"test")
}

extern "C" fn parse(value: *const c_char, data: Data) -> bool {
    let value = Text(value).read("value").expect("UTF-8").to_owned();
    let is_fine = value != "bad";
    crate::object::lock(calls(&data)).values.push(value);
    is_fine
}

extern "C" fn register(options: Handle, data: Data) -> bool {
    let mut calls = crate::object::lock(calls(&data));
    let (group, about) = (text(c"Group"), text(c"about"));
    let argument = Text(std::ptr::null());
    ok(clingo_options_add(options, group, text(c"one,o"), about, Some(parse), data, false, argument));
    ok(clingo_options_add(options, group, text(c"many"), about, Some(parse), data, true, argument));
    ok(clingo_options_add_flag(options, group, text(c"flag"), about, Out::at(&mut calls.flag)));
    assert!(!clingo_options_add_flag(options, group, text(c"flag"), about, Out::at(&mut calls.flag)));
    assert!(!clingo_options_add_flag(Handle(1), group, text(c"other"), about, Out::at(&mut calls.flag)));
    true
}

extern "C" fn validate(data: Data) -> bool {
    let is_valid = crate::object::lock(calls(&data)).is_valid;
    if !is_valid {
        guard::set_raw(1, c"not these options");
    }
    is_valid
}

extern "C" fn main(control: Handle, files: *const *const c_char, size: usize, data: Data) -> bool {
    let files = Array(files.cast::<Text>());
    let files = files.of(size, "files").expect("files");
    let mut calls = crate::object::lock(calls(&data));
    calls.files = files.iter().map(|file| file.read("file").expect("UTF-8").to_owned()).collect();
    if calls.is_failing {
        guard::set_raw(1, c"the main function has failed");
        return false;
    }
    let control = std::mem::ManuallyDrop::new(Control(control));
    add(&control, c"base", c"1 {a; b} 1.");
    ok(ground(&control, c"base"));
    let search = solve(&control, 0, &[]);
    ok(clingo_solve_handle_close(search));
    true
}

fn run(calls: Calls, arguments: &[&CStr]) -> (i32, &'static Mutex<Calls>) {
    let calls: &'static Mutex<Calls> = Box::leak(Box::new(Mutex::new(calls)));
    let application = Application::for_tests(name, main, register, validate);
    let mut texts: Vec<CString> = vec![c"--outf=3".to_owned()];
    texts.extend(arguments.iter().map(|&argument| argument.to_owned()));
    let texts: Vec<Text> = texts.iter().map(|argument| text(argument)).collect();
    let data = Data((&raw const *calls).cast_mut().cast());
    (clingo_main(Array(&raw const application), Array(texts.as_ptr()), texts.len(), data), calls)
}

#[test]
fn an_application_reads_its_options_and_solves() {
    let valid = || Calls { is_valid: true, ..Calls::default() };
    let arguments = [c"0", c"file.lp", c"--one", c"x", c"--many=y", c"--man=z", c"--flag"];
    let (code, calls) = run(valid(), &arguments);
    let calls = crate::object::lock(calls);
    assert_eq!((code, calls.flag), (30, true));
    assert_eq!(
        (&calls.values[..], &calls.files[..]),
        (&["x", "y", "z"].map(str::to_owned)[..], &["file.lp".to_owned()][..])
    );
    let (code, calls) = run(valid(), &[c"--flag", c"--no-flag", c"-ovalue", c"--", c"--file"]);
    let calls = crate::object::lock(calls);
    // One model was found, and there are more.
    assert_eq!((code, calls.flag, &calls.values[0][..], &calls.files[0][..]), (10, false, "value", "--file"));
}

#[test]
fn failures_have_exit_codes() {
    let valid = || Calls { is_valid: true, ..Calls::default() };
    for wrong in [&[c"--one=bad"][..], &[c"--one=1", c"--one=2"], &[c"--one"], &[c"--nope"], &[c"--flag=2"]] {
        let arguments: Vec<&CStr> = wrong.to_vec();
        assert_eq!(run(valid(), &arguments).0, 1, "{wrong:?}");
    }
    assert_eq!(run(Calls::default(), &[]).0, 1);
    assert_eq!(run(Calls { is_failing: true, ..valid() }, &[]).0, 65);
}
