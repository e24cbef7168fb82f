import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { UserError } from '@itinera/metrics';
import { isAlive } from './is-alive.js';

/** Milliseconds between two looks at who is first, and how often one looks. */
const PAUSE = 20;
const LOOKS = 50;

/**
 * Takes a run for this process, so that no other one on this machine works on it and pays for the same answers.
 *
 * Who wants it adds its process id to the file, and the first one in it that is alive has it, and says so: a process that
 * was killed leaves nothing to be cleared up, and of several that come at once exactly one gets it. Who is refused takes
 * itself out of the line.
 * @param path of the file, in the run's folder.
 * @returns what gives the run free again.
 * @throws UserError when another process has it.
 */
export function lockRun(path: string, run: string): () => void {
  let file = openSync(path, 'a+');
  try {
    writeSync(file, `${process.pid}\n`);
    for (let looks = 1; ; looks++) {
      // Who had it has given it free, and took the file away.
      if (fstatSync(file).nlink === 0) {
        closeSync(file);
        file = openSync(path, 'a+');
        writeSync(file, `${process.pid}\n`);
      }
      const { first, hasSaidSo } = lineIn(file);
      if (first === process.pid && fstatSync(file).nlink > 0) {
        writeSync(file, `=${process.pid}\n`);
        return () => rmSync(path, { force: true });
      }
      if (hasSaidSo || looks === LOOKS) {
        writeSync(file, `-${process.pid}\n`);
        throw new UserError(
          `${run}: process ${first} is at work on this run. Wait for its end, or stop it and resume; ` +
            `if that process is another program, delete ${path}.`,
        );
      }
      // Who is first may be about to be refused itself.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  } finally {
    closeSync(file);
  }
}

/** Who stands first of those that live: `7` came, `-7` went, `=7` has the run. */
function lineIn(file: number): { readonly first: number | undefined; readonly hasSaidSo: boolean } {
  // By its handle: who has the run may give it free, and take the file away, at this moment.
  const text = Buffer.alloc(fstatSync(file).size);
  readSync(file, text, 0, text.length, 0);
  const waiting = new Map<number, boolean>();
  for (const [, sign, digits] of text.toString().matchAll(/^([-=]?)(\d{1,15})$/gm)) {
    const pid = Number(digits);
    if (sign === '-') waiting.delete(pid);
    else waiting.set(pid, sign === '=');
  }
  for (const [pid, hasSaidSo] of waiting) if (isAlive(pid)) return { first: pid, hasSaidSo };
  return { first: undefined, hasSaidSo: false };
}
