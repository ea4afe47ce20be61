//! Gives the library the name under which clingo's programs look for it.

fn main() {
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if ["linux", "android", "freebsd", "netbsd", "openbsd"].contains(&system.as_str()) {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libclingo.so.4");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
