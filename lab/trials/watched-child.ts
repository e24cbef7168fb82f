import { fork } from 'node:child_process';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The descriptor to which a child writes the number of its current input; it outlives the child. */
export const STATE_FD = 4;
/** A child that reads one input for longer is killed: processor seconds if the system reports them, otherwise seconds. */
const MOST_SECONDS = 10;
const MOST_MEGABYTES = 1024;
const LOOK_MILLISECONDS = 200;
/** Wall-clock time, for a reader that waits forever. */
const SECONDS_OF_WAITING = 300;

/** A range of numbered inputs, and a folder for the state of the child. */
export interface ChildJob {
  readonly from: number;
  readonly to: number;
  readonly folder: string;
}

/**
 * Lets a child read inputs; it sends what it finds, and `isEnd` recognises its last message.
 * @returns the input at which the child died or was killed, and why; null if it read all inputs
 */
export function runChild<Found>(
  script: string,
  job: ChildJob,
  isEnd: (found: Found) => boolean,
  onFound: (found: Found) => void,
): Promise<{ readonly at: number; readonly why: string } | null> {
  const statePath = join(job.folder, 'state');
  writeFileSync(statePath, String(job.from));
  const state = openSync(statePath, 'r+');
  const child = fork(join(import.meta.dirname, script), [JSON.stringify(job)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', state],
    // A reader that takes memory faster than anyone looks must not take that of the machine.
    execPath: 'sh',
    execArgv: [
      '-c',
      `ulimit -d ${4 * MOST_MEGABYTES * 1024}; exec "$0" "$@"`,
      process.execPath,
      '--max-semi-space-size=8',
    ],
  });
  return new Promise((resolve) => {
    let [at, since, busyThen, why, isDone] = [-1, performance.now(), 0, '', false];
    const current = () => Number(readFileSync(statePath, 'latin1'));
    const timer = setInterval(() => {
      const [seconds, megabytes] = costOf(child.pid!);
      if (current() !== at) [at, since, busyThen] = [current(), performance.now(), seconds];
      if (seconds - busyThen > MOST_SECONDS) why = `takes over ${MOST_SECONDS} s`;
      else if (performance.now() - since > SECONDS_OF_WAITING * 1000) why = `waits for over ${SECONDS_OF_WAITING} s`;
      else if (megabytes > MOST_MEGABYTES) why = `takes over ${MOST_MEGABYTES} MB`;
      if (why !== '') child.kill('SIGKILL');
    }, LOOK_MILLISECONDS);
    child.on('message', (found: Found) => {
      isDone ||= isEnd(found);
      onFound(found);
    });
    child.on('close', (code, signal) => {
      clearInterval(timer);
      resolve(isDone ? null : { at: current(), why: why || `ends the process (${signal ?? `code ${code}`})` });
    });
  });
}

/** Processor seconds and resident megabytes of a process; zeros if the system does not report them. */
function costOf(pid: number): readonly [seconds: number, megabytes: number] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Hundredths of a second, and pages of 4 KiB.
    return [(Number(fields[11]) + Number(fields[12])) / 100, Number(fields[21]) / 256];
  } catch {
    return [0, 0];
  }
}
