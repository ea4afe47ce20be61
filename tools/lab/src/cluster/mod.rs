//! Experiments on a cluster that runs Slurm.
//!
//! ```text
//! DIR/records.jsonl              the merged records
//!     shards/2-17.jsonl          the records of shard 17 of submission 2
//!     submissions/2/tasks.jsonl  its plan: a header, then one task on each line with the number of its shard, by shard
//!                   submission.json, script.sh, events/17.jsonl, log/17.txt
//! ```
//!
//! A *submission* is a plan of tasks that are missing, cut into *shards*; a shard is one element of a job
//! array. The processes of a submission share nothing but the files above: each appends to a journal and a list
//! of events of its own. [`submit`] plans and calls `sbatch`, [`play_shard`] runs in the job, [`status()`] reads
//! the files and the queue. [`assignments`] and [`play_task`] give single tasks to any other engine.
//!
//! *Invariant:* a task is given to a shard only if it is not recorded and no shard that is queued or running has
//! it, so every task is recorded once, whatever is killed. Should two processes play the same task all the same,
//! readers keep one record.

mod attempts;
mod events;
mod files;
mod plan;
mod processes;
mod request;
mod shard;
mod single;
mod slurm;
mod status;
mod submission;

pub(crate) use files::replace;
pub use plan::{Header, Planned, PlayerOptions, header};
pub use processes::Processes;
pub use request::{Request, read_site};
pub use shard::{Shard, ShardEnd, play_shard};
pub use single::{assignments, play_task, task_header};
pub use status::{Failed, Status, SubmissionStatus, status};
pub use submission::{Submitted, assigned_to_jobs, cancel_jobs, last_header, submit};
