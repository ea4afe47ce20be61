#!/usr/bin/env bash
# A Slurm cluster of several nodes on one machine, for tests and for a first try. Everything is in one folder; nothing
# outside of it changes. It has no authentication, so it listens on the loopback interface only: use it on a machine of
# your own.
#
#   tools/lab/slurm/loopback.sh start FOLDER [NODES]    starts a cluster (4 nodes of one processor each)
#   tools/lab/slurm/loopback.sh stop FOLDER             ends its jobs and daemons
#   tools/lab/slurm/loopback.sh node FOLDER NAME        starts the daemon of one node again, for example after a kill
#
# The daemons listen on HAMADRYAD_PORT and the ports after it, by default on ports that depend on the folder.
# Afterwards `export SLURM_CONF=FOLDER/slurm.conf`, and `sinfo` shows the nodes. Debian: apt install slurm-wlm.
set -euo pipefail
export PATH="$PATH:/usr/sbin:/usr/local/sbin"

usage() { sed -n '2,/^set/p' "$0" | sed '$d; s/^# \{0,1\}//' >&2; exit 64; }
[ $# -ge 2 ] || usage
command=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
conf=$folder/slurm.conf

for program in slurmctld slurmd sbatch; do
    command -v "$program" >/dev/null || { echo "$program is missing; Debian: apt install slurm-wlm" >&2; exit 69; }
done

configure() {
    local nodes=$1 host base memory
    host=$(hostname -s)
    # Ports below those of outgoing connections; another cluster of this script has probably others.
    base=${HAMADRYAD_PORT:-$((20000 + ($(cksum <<<"$folder" | cut -d' ' -f1) % 120) * 100))}
    memory=$(awk '/^MemTotal/ {print int($2 / 1024 / 2)}' /proc/meminfo)
    mkdir -p "$folder"/{state,log}
    {
        cat <<END
ClusterName=loopback
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$base
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/none
AuthInfo=cred_expire=5
CredType=cred/none
SwitchType=switch/none
MpiDefault=none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
StateSaveLocation=$folder/state
SlurmctldPidFile=$folder/slurmctld.pid
SlurmctldLogFile=$folder/log/slurmctld.log
SlurmdSpoolDir=$folder/state/%n
SlurmdPidFile=$folder/%n.pid
SlurmdLogFile=$folder/log/%n.log
MaxJobCount=200000
MaxArraySize=10001
ReturnToService=2
SlurmdTimeout=30
MessageTimeout=30
KillWait=5
MinJobAge=60
JobRequeue=1
END
        for number in $(seq "$nodes"); do
            echo "NodeName=n$number NodeHostname=$host NodeAddr=127.0.0.1 Port=$((base + number)) CPUs=1 RealMemory=$memory"
        done
        echo "PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP"
    } >"$conf"
}

node() {
    mkdir -p "$folder/state/$1"
    SLURM_CONF=$conf setsid slurmd -D -N "$1" >/dev/null 2>>"$folder/log/$1.err" </dev/null &
}

start() {
    local nodes=${1:-4}
    configure "$nodes"
    export SLURM_CONF=$conf
    setsid slurmctld -D -i >/dev/null 2>>"$folder/log/slurmctld.err" </dev/null &
    for number in $(seq "$nodes"); do node "n$number"; done
    for _ in $(seq 180); do
        if [ "$(sinfo --noheader --format=%t%D 2>/dev/null)" = "idle$nodes" ]; then
            echo "$nodes nodes are ready: export SLURM_CONF=$conf"
            return
        fi
        sleep 0.5
    done
    echo "the nodes did not get ready within 90 seconds; $folder/log has the reasons" >&2
    sinfo >&2 || true
    exit 1
}

stop() {
    export SLURM_CONF=$conf
    scancel --user="$(id -un)" >/dev/null 2>&1 || true
    scontrol shutdown >/dev/null 2>&1 || true
    sleep 1
    for pid in "$folder"/*.pid; do
        if [ -e "$pid" ]; then kill "$(cat "$pid")" 2>/dev/null || true; fi
    done
}

case $command in
    start) start "${3:-4}" ;;
    stop) stop ;;
    node) [ $# -eq 3 ] || usage; node "$3" ;;
    *) usage ;;
esac
