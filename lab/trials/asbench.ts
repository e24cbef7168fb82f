import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The program that the trials run; `ship` sets it to the packed program. */
export const shipped = {
  node: process.execPath,
  program: join(import.meta.dirname, '../../../packages/asbench/bin/asbench.js'),
  /** The program in the Python package, for agents in Python. */
  wheel: null as string | null,
};

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export interface StartOptions {
  readonly cwd: string;
  /** Maximum size of a file that the command may write, KiB; writes beyond it fail as on a full disk. */
  readonly fileLimit?: number;
  /** Time after which the command is killed. */
  readonly seconds?: number;
  readonly env?: NodeJS.ProcessEnv;
  /** A shell command that runs the program as `"$0" "$@"`. */
  readonly around?: string;
  /** In a separate process group, so that a signal reaches its children too. */
  readonly detached?: boolean;
}

const MAX_KEPT = 1_000_000;

/** Starts the shipped command line: that of the wheel if an agent is in Python. */
export function start(
  args: readonly string[],
  { cwd, fileLimit, seconds = 300, env = {}, around, detached = false }: StartOptions,
): Started {
  const program = (args.some((word) => word.endsWith('.py')) && shipped.wheel) || shipped.program;
  const words = [shipped.node, program, ...args];
  const shell = fileLimit === undefined ? around : `ulimit -f ${fileLimit}; exec "$0" "$@"`;
  if (shell !== undefined) words.unshift('bash', '-c', shell);
  const child = spawn(words[0]!, words.slice(1), {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]!.on('data', (chunk) => {
      if (texts[name].length < MAX_KEPT) texts[name] += chunk;
    });
  const ended = new Promise<Ended>((resolve) =>
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, output: texts.stdout, errors: texts.stderr });
    }),
  );
  return { child, ended };
}

/** Runs the command line to its end. */
export function asbench(args: readonly string[], options: StartOptions): Promise<Ended> {
  return start(args, options).ended;
}

/** Why the end of a command is a fault: a stack trace, a bug, a crash or a hang. Null if it is not. */
export function faultOf({ code, signal, output, errors }: Ended): string | null {
  if (signal !== null) return `ended by ${signal}`;
  if (code !== 0 && code !== 1 && code !== 2) return `exit code ${code}: ${firstLine(errors)}`;
  if (/^ {4}at .*[(:]/m.test(errors) || /^ {4}at .*\.[jt]s:\d+/m.test(output)) return `a stack: ${firstLine(errors)}`;
  if (code !== 0 && errors.trim() === '') return `exit code ${code} without a message`;
  if (hasControl(output) || hasControl(errors)) return 'control characters in the output';
  return null;
}

function hasControl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(text);
}

export function firstLine(text: string): string {
  return (
    text
      .trim()
      .split('\n')
      .find((line) => !line.startsWith('Warning')) ?? ''
  ).slice(0, 300);
}

/** All that a command printed, in one line: its error may be behind notices, or in the result. */
export function everyLine({ errors, output }: Ended): string {
  return `${errors}${output}`.trim().split('\n').join(' | ').slice(-3000);
}

/** The bytes of a run that must be the same for the same seed, by file. */
export function bytesOf(run: string): Map<string, Buffer> {
  const files = readdirSync(run, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    files
      .map((file): [string, Buffer] => [relative(run, file), readFileSync(file)])
      .filter(([name]) => !['run.json', 'prints.log', 'checksums.json'].includes(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** The names of files in which two runs differ. */
export function differences(a: Map<string, Buffer>, b: Map<string, Buffer>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((name) => {
    const [one, other] = [a.get(name), b.get(name)];
    return one === undefined || other === undefined || !one.equals(other);
  });
}
