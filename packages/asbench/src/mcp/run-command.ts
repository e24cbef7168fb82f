import { fork } from 'node:child_process';
import { UserError } from '@itinera/base';
import type { ConfinedFolder } from './confined-folder.js';

/** Larger output is an error; results for a client are far smaller. */
const MOST_CHARACTERS = 32 * 2 ** 20;
const MOST_NOTES = 4000;
/** Commands that run at once; the others wait. */
const AT_ONCE = 2;
/** Time to end in order, so that a run can be resumed. */
const GRACE_MILLISECONDS = 20_000;

export interface CommandOutput {
  readonly status: number | null;
  readonly stdout: string;
  /** Warnings and errors. */
  readonly notes: string;
}

export interface Progress {
  readonly text: string;
  readonly done: number;
  readonly total: number;
}

/** Runs a command of `asbench`. It is interrupted, as with Ctrl-C, when the signal aborts or this process ends. */
export type RunCommand = (
  words: readonly string[],
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
) => Promise<CommandOutput>;

/** Runs commands as separate processes in a folder. @param program the file of `asbench` */
export function commandsIn(folder: ConfinedFolder, program: string): RunCommand {
  let free = AT_ONCE;
  const waiting: (() => void)[] = [];
  return async (words, signal, onProgress) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free--;
    try {
      if (signal.aborted) throw new UserError('The request was cancelled.');
      return await runChild(folder, program, words, signal, onProgress);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

function runChild(
  folder: ConfinedFolder,
  program: string,
  words: readonly string[],
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<CommandOutput> {
  const temporary = folder.temporary();
  const env = {
    ...process.env,
    ITINERA_SUPERVISED: '1',
    NO_COLOR: '1',
    PYTHONDONTWRITEBYTECODE: '1',
    TMPDIR: temporary,
    TMP: temporary,
    TEMP: temporary,
  };
  const child = fork(program, [...words], { cwd: folder.path, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const output = { stdout: '', notes: '' };
  let overflow = false;
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
    overflow ||= output.stdout.length > MOST_CHARACTERS;
    if (overflow) child.kill('SIGKILL');
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    output.notes = (output.notes + text).slice(-MOST_NOTES);
  });
  child.on('message', (message) => onProgress(message as Progress));
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    // A command that does not listen to the channel ends at once.
    child.kill('SIGTERM');
    timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MILLISECONDS);
  };
  signal.addEventListener('abort', stop, { once: true });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      if (overflow) reject(new UserError('The result is too large. Run the command in a terminal, with less data.'));
      else resolve({ status, ...output });
    });
  });
}
