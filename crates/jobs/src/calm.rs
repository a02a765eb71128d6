//! Threads that let others go first. A job may take hours, and a page waits for its search.

/// This thread, and those that it starts, have time only when nobody more urgent wants it. Linux knows this for single threads; elsewhere
/// jobs share the processor with searches like anybody.
pub(crate) fn be_calm() {
    #[cfg(target_os = "linux")]
    {
        // Where the system says no, the job is done all the same.
        let _ = rustix::process::nice(19);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_calm_thread_and_its_children_let_others_go_first() {
        let before = rustix::process::nice(0).unwrap();
        let calm = std::thread::spawn(|| {
            be_calm();
            std::thread::spawn(|| rustix::process::nice(0).unwrap()).join().unwrap()
        });
        assert_eq!(calm.join().unwrap(), 19);
        assert_eq!(rustix::process::nice(0).unwrap(), before, "others are as they were");
    }
}
