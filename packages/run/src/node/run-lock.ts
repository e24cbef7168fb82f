import { closeSync, fstatSync, openSync, readSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { UserError } from '@itinera/metrics';
import { isAlive } from './is-alive.js';

/** Milliseconds between two looks at who is first, and how often one looks. */
const PAUSE = 20;
const LOOKS = 50;
/** How often who has a run gives a sign of life, and for how long one counts. */
const BEAT_MILLISECONDS = 10_000;
const STALE_MILLISECONDS = 60_000;

export interface LockOptions {
  /** The name of this machine. */
  readonly host?: string;
  /** Is told from whom a run was taken that gave no sign of life any more. */
  readonly onTakeOver?: (message: string) => void;
}

/** Another process has the run, and may be done with it soon. */
export class RunBusy extends UserError {}

/** Somebody in the line: a process on a machine. */
interface Entry {
  readonly pid: number;
  readonly host: string;
  readonly hasSaidSo: boolean;
}

/**
 * Takes a run for this process, so that no other one works on it and pays for the same answers, on this machine or on
 * another that shares the folder.
 *
 * Who wants it adds its process id and machine to the file, and the first one in it that is alive has it, and says so: a
 * process that was killed leaves nothing to be cleared up, and of several that come at once exactly one gets it. Who is
 * refused takes itself out of the line. Of another machine's process only its signs of life tell, a second file that it
 * writes every 10 s: after 60 s without one, by the clock of the folder's own machine, the run is taken over.
 * @param path of the file, in the run's folder.
 * @returns what gives the run free again.
 * @throws RunBusy when another process has it.
 */
export function lockRun(path: string, run: string, options: LockOptions = {}): () => void {
  const { host = hostname(), onTakeOver = () => {} } = options;
  const own = `${process.pid}@${host}`;
  let file = openSync(path, 'a+');
  try {
    writeSync(file, `${own}\n`);
    for (let looks = 1; ; looks++) {
      // Who had it has given it free, and took the file away.
      if (fstatSync(file).nlink === 0) {
        closeSync(file);
        file = openSync(path, 'a+');
        writeSync(file, `${own}\n`);
      }
      const line = lineIn(file, host);
      // Our own line has just been written: both times are of the machine that the folder is on.
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
      if (first?.hasSaidSo || looks === LOOKS) {
        writeSync(file, `-${own}\n`);
        const where = first === undefined || first.host === host ? '' : ` on ${first.host}`;
        throw new RunBusy(
          `${run}: process ${first?.pid}${where} is at work on this run. Wait for its end, or stop it and resume; ` +
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

function takenOver(run: string, { pid, host }: Entry, silence: number): string {
  const since = Number.isFinite(silence) ? `for ${Math.round(silence / 1000)} s` : 'at all';
  return `${run}: process ${pid} on ${host} had this run and gave no sign of life ${since}, so the run is taken over.`;
}

/** The file by which who has a run shows that it is at work. */
function beatPath(path: string): string {
  return `${path}.beat`;
}

/** Writes a sign of life now and then. @returns what ends it. */
function beginBeating(path: string, own: string): () => void {
  let count = 0;
  const beat = () => {
    try {
      writeFileSync(beatPath(path), `${own} ${count++}\n`);
    } catch {
      // A full disk or a folder that was taken away ends the run by itself.
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

/** When somebody last gave a sign of life, milliseconds since 1970; long ago when nobody did. */
function beatAt(path: string): number {
  try {
    return statSync(beatPath(path)).mtimeMs;
  } catch {
    return Number.NEGATIVE_INFINITY;
  }
}

/** Who stands in the line, in order: `7@host` came, `-7@host` went, `=7@host` has the run; without a machine it is this one. */
function lineIn(file: number, host: string): Entry[] {
  // By its handle: who has the run may give it free, and take the file away, at this moment.
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
