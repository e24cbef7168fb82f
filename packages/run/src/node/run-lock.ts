import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { UserError } from '@itinera/metrics';

/**
 * Takes a run for this process, so that no other one on this machine works on it and pays for the same answers.
 *
 * Who wants it adds its process id to the file, and the first one in it that is alive has it: a process that was killed
 * leaves nothing to be cleared up, and two that come at once never both get it.
 * @param path of the file, in the run's folder.
 * @returns what gives the run free again.
 * @throws UserError when another process has it.
 */
export function lockRun(path: string, run: string): () => void {
  const holder = signIn(path).find(isAlive);
  if (holder !== process.pid) {
    throw new UserError(
      `${run}: process ${holder} is at work on this run. Wait for its end, or stop it and resume; ` +
        `if that process is another program, delete ${path}.`,
    );
  }
  return () => rmSync(path, { force: true });
}

/** @returns the process ids in the file, this one's included. */
function signIn(path: string): number[] {
  const file = openSync(path, 'a+');
  try {
    writeSync(file, `${process.pid}\n`);
    // By its handle: who has the run may give it free, and take the file away, at this moment.
    const text = Buffer.alloc(fstatSync(file).size);
    readSync(file, text, 0, text.length, 0);
    return text.toString().split('\n').map(Number);
  } finally {
    closeSync(file);
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be signalled, but is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
