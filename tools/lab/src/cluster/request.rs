//! The resources of a submission, and the file of a site's defaults.
//!
//! ```toml
//! partition = "short"
//! account = "asp"
//! time = "12:00:00"
//! memory = "4G"
//! cores = 2
//! tasks-per-job = 20
//! options = ["--constraint=skylake"]
//! prepare = "module load python"
//! program = "/shared/bin/hamadryad"
//! ```

use crate::LabError;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// The resources that are asked of Slurm. All fields are optional; the cluster has its own defaults.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The partition.
    pub partition: Option<String>,
    /// The account that is charged.
    pub account: Option<String>,
    /// The time limit of a job as Slurm writes it: `90` (minutes), `12:00:00`, `2-00:00:00`.
    pub time: Option<String>,
    /// The memory of a job as Slurm writes it: `500M`, `4G`.
    pub memory: Option<String>,
    /// The number of cores of a job; as many tasks are played at once.
    pub cores: Option<u16>,
    /// The number of tasks of a job.
    pub tasks_per_job: Option<u32>,
    /// The largest number of jobs that run at once.
    pub jobs_at_once: Option<u32>,
    /// Further options of `sbatch`.
    #[serde(default)]
    pub options: Vec<String>,
    /// Commands of the shell that the job runs first.
    pub prepare: Option<String>,
    /// The program, if it has another path on the nodes.
    pub program: Option<PathBuf>,
}

impl Request {
    /// This request, completed by the defaults of a site.
    #[must_use]
    pub fn or(self, site: Request) -> Request {
        Request {
            partition: self.partition.or(site.partition),
            account: self.account.or(site.account),
            time: self.time.or(site.time),
            memory: self.memory.or(site.memory),
            cores: self.cores.or(site.cores),
            tasks_per_job: self.tasks_per_job.or(site.tasks_per_job),
            jobs_at_once: self.jobs_at_once.or(site.jobs_at_once),
            options: site.options.into_iter().chain(self.options).collect(),
            prepare: self.prepare.or(site.prepare),
            program: self.program.or(site.program),
        }
    }

    /// The number of cores of a job.
    pub fn cores(&self) -> usize {
        self.cores.map_or(1, usize::from).max(1)
    }

    /// The options of `sbatch`.
    pub(super) fn arguments(&self) -> Vec<String> {
        let named = [
            ("partition", &self.partition),
            ("account", &self.account),
            ("time", &self.time),
            ("mem", &self.memory),
        ];
        let named = named.into_iter();
        let mut arguments: Vec<String> =
            named.filter_map(|(name, value)| Some(format!("--{name}={}", value.as_ref()?))).collect();
        arguments.push(format!("--cpus-per-task={}", self.cores()));
        arguments.extend(self.options.iter().cloned());
        arguments
    }
}

/// Reads the defaults of a site from a TOML file.
///
/// # Errors
/// If the file cannot be read, or a key or value in it is unknown.
pub fn read_site(path: &Path) -> Result<Request, LabError> {
    let text = fs::read_to_string(path).map_err(LabError::file("read", path))?;
    toml::from_str(&text).map_err(|error| {
        let before = &text[..error.span().map_or(0, |span| span.start.min(text.len()))];
        let line = before.matches('\n').count() + 1;
        LabError::BadSite { path: path.into(), line, reason: error.message().to_string() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_before_the_defaults_of_a_site() {
        let site: Request = toml::from_str("partition = \"short\"\ncores = 4\noptions = [\"--qos=low\"]")
            .expect("it is valid");
        let request = Request { cores: Some(2), options: vec!["--nice".into()], ..Request::default() };
        let arguments = request.or(site).arguments();
        assert_eq!(arguments, ["--partition=short", "--cpus-per-task=2", "--qos=low", "--nice"]);
    }

    #[test]
    fn an_unknown_key_is_an_error_with_its_line() {
        let path = std::env::temp_dir().join(format!("hamadryad-lab-{}-site.toml", std::process::id()));
        fs::write(&path, "cores = 4\nqueue = \"short\"\n").expect("a temporary file");
        let error = read_site(&path).expect_err("`queue` is no key").to_string();
        let _ = fs::remove_file(&path);
        assert!(error.contains("line 2") && error.contains("unknown field `queue`"), "{error}");
    }
}
