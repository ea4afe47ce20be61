//! The memory in use by the process, on systems that measure it.

/// Bytes of memory in use; `None` if the system does not measure them.
pub fn in_use() -> Option<u64> {
    #[cfg(target_os = "linux")]
    return std::fs::read_to_string("/proc/self/status").ok().and_then(|status| resident(&status));
    // The maximum so far, which serves a limit equally well.
    #[cfg(all(unix, not(target_os = "linux")))]
    return {
        use nix::sys::resource::{UsageWho, getrusage};
        let unit = if cfg!(target_vendor = "apple") { 1 } else { 1 << 10 };
        let usage = getrusage(UsageWho::RUSAGE_SELF).ok();
        usage.and_then(|usage| u64::try_from(usage.max_rss()).ok()).map(|most| most * unit)
    };
    #[cfg(not(unix))]
    None
}

/// The resident memory in the file `status` of a Linux process, from a line such as `VmRSS:     1234 kB`.
#[cfg(target_os = "linux")]
fn resident(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_ascii_whitespace().next()?.parse().ok()?;
    Some(kilobytes << 10)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn allocations_are_measured() {
        assert_eq!(resident("Name:\ta\nVmRSS:\t    12 kB\nVmData:\t 3 kB\n"), Some(12 << 10));
        assert_eq!(resident("Name:\ta\n"), None);
        let before = in_use().expect("Linux tells");
        let much = std::hint::black_box(vec![1_u8; 64 << 20]);
        let with_it = in_use().expect("Linux tells");
        assert!(with_it > before + (32 << 20), "{before} {with_it}");
        drop(much);
    }
}
