import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '@itinera/base';
import type { FromHost } from './host-messages.js';

/** The folder of the host, a Python package and its program. */
export const PYTHON_FOLDER = fileURLToPath(new URL('../../python/', import.meta.url));
export const MAIN_PY = join(PYTHON_FOLDER, 'main.py');
const MAX_LINE_BYTES = 64 * 2 ** 20;
const CLOSE_MILLISECONDS = 2000;
/** Time to wait for output after a process has ended while a program that it started holds its pipes. */
const DRAIN_MILLISECONDS = 1000;

/** The default interpreter. */
export const DEFAULT_PYTHON = process.platform === 'win32' ? 'python' : 'python3';

/** Interpreter settings for repeatable runs and UTF-8 on every system. */
export const pythonEnvironment = { PYTHONHASHSEED: '0', PYTHONUTF8: '1', PYTHONDONTWRITEBYTECODE: '1' };

export interface ProcessEvents {
  readonly onMessage: (message: FromHost) => void;
  /** Output outside the protocol: crashes of the interpreter and output of compiled modules. */
  readonly onOutput: (text: string) => void;
  /** The process has ended; `killed`: by a signal, so that a new one may succeed. Called once. */
  readonly onEnd: (reason: string, killed: boolean) => void;
}

/** The process ended before the work was done. */
export class ProcessEnded extends Error {}

/** A Python process that exchanges one JSON document per line. */
export class PythonProcess {
  readonly #child: ChildProcess;
  #line: Buffer[] = [];
  #lineLength = 0;
  #ended = false;

  /** @param python the interpreter: a command or a path. */
  constructor(python: string, events: ProcessEvents) {
    this.#child = spawn(python, ['-u', MAIN_PY], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...pythonEnvironment },
      // A separate process group, so that programs started by agents end with it.
      detached: process.platform !== 'win32',
    });
    const end = (reason: string, killed = false) => {
      if (this.#ended) return;
      this.#ended = true;
      events.onEnd(reason, killed);
    };
    this.#child.stdout!.on('data', (chunk: Buffer) => {
      try {
        this.#receive(chunk, events.onMessage);
      } catch (error) {
        this.kill();
        end(error instanceof Error ? error.message : String(error));
      }
    });
    this.#child.stderr!.setEncoding('utf8').on('data', events.onOutput);
    this.#child.stdin!.on('error', () => {}); // a broken pipe: `close` reports more
    this.#child.on('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ENOENT' ? `command not found: ${python}` : error.message),
    );
    const over = (code: number | null, signal: NodeJS.Signals | null) =>
      end(signal === null ? `it exited with code ${code}` : `it was ended by ${signal}`, signal !== null);
    this.#child.on('close', over);
    this.#child.on('exit', (code, signal) => {
      this.kill();
      setTimeout(() => {
        for (const stream of [this.#child.stdout!, this.#child.stderr!]) stream.destroy();
        over(code, signal);
      }, DRAIN_MILLISECONDS).unref();
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  send(message: object): void {
    if (!this.#ended) this.#child.stdin!.write(`${JSON.stringify(message)}\n`);
  }

  /** Ends the process and all programs that it has started. */
  kill(): void {
    const { pid } = this.#child;
    try {
      if (pid !== undefined && process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
    } catch {
      // The group is empty.
    }
    this.#child.kill('SIGKILL');
  }

  /** Gives the process time to end by itself, then kills it. */
  async close(): Promise<void> {
    if (this.#ended) return;
    const closed = new Promise((resolve) => {
      this.#child.once('close', resolve);
      this.#child.once('exit', () => setTimeout(resolve, DRAIN_MILLISECONDS));
    });
    this.#child.stdin!.end();
    const timer = setTimeout(() => this.kill(), CLOSE_MILLISECONDS);
    await closed;
    clearTimeout(timer);
  }

  #receive(chunk: Buffer, onMessage: (message: FromHost) => void): void {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const line = Buffer.concat([...this.#line, chunk.subarray(start, end)]).toString('utf8');
      this.#line = [];
      this.#lineLength = 0;
      start = end + 1;
      onMessage(JSON.parse(line) as FromHost);
    }
    if (start === chunk.length) return;
    this.#line.push(chunk.subarray(start));
    this.#lineLength += chunk.length - start;
    if (this.#lineLength > MAX_LINE_BYTES) throw new Error('it sent a message of more than 64 MB');
  }
}

/** The error for an interpreter that does not start. */
export function cannotStart(python: string, reason: string): UserError {
  return new UserError(
    `${python}: Python does not start: ${reason}. Install Python 3.9 or later, or select it with --python.`,
  );
}
