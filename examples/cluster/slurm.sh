#!/bin/bash
# A run of 100,000 people in 16 parts on a SLURM cluster, then one job that merges them:
#
#   parts=$(sbatch --parsable slurm.sh)
#   GATHER=$parts sbatch --dependency=afterany:$parts --array=0 slurm.sh
#
# To restart a single part that failed or was killed, set its number: PART=8/16 sbatch --array=7 slurm.sh
# ITINERA_HOME, by default ~/itinera, is on storage that all nodes share, with the dataset in datasets/DailyMobility.
#SBATCH --job-name=itinera
#SBATCH --array=0-15
#SBATCH --cpus-per-task=4
#SBATCH --mem=4G
#SBATCH --time=01:00:00
#SBATCH --requeue
set -euo pipefail

ASBENCH=${ASBENCH:-npx asbench}
HOME_DIR=${ITINERA_HOME:-$HOME/itinera}
PEOPLE=${PEOPLE:-100000}

if [ -n "${GATHER:-}" ]; then
  # The last line of every part names the folder of the run.
  run=$(sed -n '/^Run: /{s///p;q}' "$HOME_DIR/slurm-$GATHER"-*.log)
  # shellcheck disable=SC2086
  exec $ASBENCH --home-dir "$HOME_DIR" runs gather "$run"
fi
# shellcheck disable=SC2086
$ASBENCH --home-dir "$HOME_DIR" run DailyMobility -d "$HOME_DIR/datasets/DailyMobility" \
  -a "${AGENT:-day-pattern}" --people "$PEOPLE" --seed "${SEED:-1}" \
  --threads "${SLURM_CPUS_PER_TASK:-1}" --part ${PART:-} |
  tee "$HOME_DIR/slurm-${SLURM_ARRAY_JOB_ID:-0}-${SLURM_ARRAY_TASK_ID:-0}.log"
