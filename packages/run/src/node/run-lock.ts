import { closeSync, fstatSync, openSync, readSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { UserError, withPath } from '@itinera/base';
import { isAlive } from '@itinera/base/node';

/** Milliseconds between two checks of which process is first, and the number of checks. */
const PAUSE = 20;
const LOOKS = 50;
const PATIENT_LOOKS = 500;
/** Interval of the owner's signs of life, and the time for which one is valid. */
const BEAT_MILLISECONDS = 10_000;
const STALE_MILLISECONDS = 60_000;

export interface LockOptions {
  /** The name of this machine. */
  readonly host?: string;
  /** Called with the previous owner of a run that was taken over because its owner gave no signs of life. */
  readonly onTakeOver?: (message: string) => void;
  /** Returns whether a living owner is waited for, up to 10 s, since it is about to release the run. */
  readonly isPatient?: () => boolean;
}

/** Another process holds the run and may release it soon. */
export class RunBusy extends UserError {}

/** An entry in the queue: a process on a machine. */
interface Entry {
  readonly pid: number;
  readonly host: string;
  readonly hasSaidSo: boolean;
}

/**
 * Locks a run for this process, so that no other process works on it and pays for the same calls, on this machine or on
 * another one that shares the folder.
 *
 * Each candidate appends its process id and machine to the file. The first living entry owns the run and marks it: a
 * killed process leaves nothing to clean up, and of several simultaneous candidates exactly one wins. Rejected
 * candidates remove themselves from the queue. The process of another machine is known only by its signs of life, a
 * second file that it writes every 10 s: after 60 s without one, by the clock of the machine with the folder, the run is
 * taken over.
 * @param path of the file, in the run folder.
 * @returns a function that releases the run.
 * @throws RunBusy when another process holds it.
 */
export function lockRun(path: string, run: string, options: LockOptions = {}): () => void {
  const { host = hostname(), onTakeOver = () => {}, isPatient = () => false } = options;
  const own = `${process.pid}@${host}`;
  let file = openSync(path, 'a+');
  let waits: boolean | null = null;
  try {
    writeSync(file, `${own}\n`);
    for (let looks = 1; ; looks++) {
      // The owner has released the run and removed the file.
      if (fstatSync(file).nlink === 0) {
        closeSync(file);
        file = openSync(path, 'a+');
        writeSync(file, `${own}\n`);
      }
      const line = lineIn(file, host);
      // This process has just written its line: both times are of the machine with the folder.
      const silence = fstatSync(file).mtimeMs - beatAt(path);
      const lives = ({ pid, host: machine, hasSaidSo }: Entry) =>
        machine === host ? isAlive(pid) : hasSaidSo ? silence < STALE_MILLISECONDS : looks < LOOKS;
      const first = line.find(lives);
      if (first && `${first.pid}@${first.host}` === own && fstatSync(file).nlink > 0) {
        const gone = line.find((entry) => entry.hasSaidSo && entry.host !== host);
        if (gone) onTakeOver(takenOver(run, gone, silence));
        const stop = beginBeating(path, own);
        writeSync(file, `=${own}\n`);
        return () => {
          stop();
          rmSync(path, { force: true });
        };
      }
      if (waits === null && (first?.hasSaidSo || looks === LOOKS)) waits = isPatient();
      if (waits === false || looks === PATIENT_LOOKS) {
        writeSync(file, `-${own}\n`);
        const where = first === undefined || first.host === host ? '' : ` on ${first.host}`;
        throw new RunBusy(
          `${run}: process ${first?.pid}${where} is working on this run. Wait until it ends, or stop it and resume; ` +
            `if that process is another program, delete ${path}.`,
        );
      }
      // The first entry may be about to be rejected itself.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  } catch (error) {
    throw withPath(error, path);
  } finally {
    closeSync(file);
  }
}

function takenOver(run: string, { pid, host }: Entry, silence: number): string {
  const since = Number.isFinite(silence) ? `for ${Math.round(silence / 1000)} s` : 'at all';
  return `${run}: process ${pid} on ${host} has locked this run but has not responded ${since}, so this process takes over.`;
}

/** The file by which the owner of a run shows that it is alive. */
function beatPath(path: string): string {
  return `${path}.beat`;
}

/** Writes a sign of life periodically. @returns a function that stops it. */
function beginBeating(path: string, own: string): () => void {
  let count = 0;
  const beat = () => {
    try {
      writeFileSync(beatPath(path), `${own} ${count++}\n`);
    } catch {
      // A full disk or a removed folder ends the run by itself.
    }
  };
  beat();
  const timer = setInterval(beat, BEAT_MILLISECONDS);
  timer.unref();
  return () => {
    clearInterval(timer);
    rmSync(beatPath(path), { force: true });
  };
}

/** Time of the last sign of life, milliseconds since 1970; far in the past if there was none. */
function beatAt(path: string): number {
  try {
    return statSync(beatPath(path)).mtimeMs;
  } catch {
    return Number.NEGATIVE_INFINITY;
  }
}

/** The queue, in order: `7@host` joined, `-7@host` left, `=7@host` owns the run; without a machine it is this one. */
function lineIn(file: number, host: string): Entry[] {
  // By its handle: the owner may release the run, and remove the file, at this moment.
  const text = Buffer.alloc(fstatSync(file).size);
  readSync(file, text, 0, text.length, 0);
  const waiting = new Map<string, Entry>();
  for (const [, sign, digits, machine = host] of text.toString().matchAll(/^([-=]?)(\d{1,15})(?:@(\S{1,255}))?$/gm)) {
    const key = `${Number(digits)}@${machine}`;
    if (sign === '-') waiting.delete(key);
    else waiting.set(key, { pid: Number(digits), host: machine, hasSaidSo: sign === '=' });
  }
  return [...waiting.values()];
}
