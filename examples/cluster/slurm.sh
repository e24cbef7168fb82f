#!/bin/bash
# A run of 100,000 people in 16 parts on a SLURM cluster. Home is on storage that all nodes share.
#
#   parts=$(sbatch --parsable slurm.sh)
#   sbatch --dependency=afterany:$parts --array=0 --wrap="npx asbench --home-dir $HOME/itinera runs gather daily-mobility-id-…"
#
# To restart a single part that failed or was killed, set its number: PART=8/16 sbatch --array=7 slurm.sh
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

# shellcheck disable=SC2086
exec $ASBENCH --home-dir "$HOME_DIR" run DailyMobility -d "$HOME_DIR/datasets/DailyMobility" \
  -a "${AGENT:-day-pattern}" --people "$PEOPLE" --seed "${SEED:-1}" \
  --threads "${SLURM_CPUS_PER_TASK:-1}" --part ${PART:-}
