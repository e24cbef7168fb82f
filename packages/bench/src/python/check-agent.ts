import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UserError } from '@itinera/city';
import { cannotStart, MAIN_PY, pythonEnvironment } from './python-process.js';

/** Something of the documented API that an agent names. */
export interface ApiUse {
  readonly name: string;
  readonly line: number;
  /** Whether it exists here (as in the originals). */
  readonly there: boolean;
  /** Whether the agent names it only inside `try`, and so copes when it is missing. */
  readonly guarded: boolean;
}

export interface AgentReport {
  readonly classes: readonly string[];
  readonly uses: readonly ApiUse[];
  /** What the file imports, and whether this interpreter finds it. */
  readonly modules: readonly { readonly name: string; readonly line: number; readonly there: boolean }[];
  /** The interpreter. */
  readonly python: string;
}

/**
 * Reads an agent's file, without running it, and says what it uses and whether all of it is there.
 * @throws UserError when the file cannot be read as Python, or there is no Python.
 */
export async function checkPythonAgent(file: string, python: string): Promise<AgentReport> {
  const run = promisify(execFile)(python, [MAIN_PY, 'check', file], {
    env: { ...process.env, ...pythonEnvironment },
    timeout: 60_000,
    maxBuffer: 64 * 2 ** 20,
  });
  const { stdout } = await run.catch((error: Error) => {
    throw cannotStart(python, error.message.split('\n')[0]!);
  });
  const report = JSON.parse(stdout) as AgentReport & { readonly error?: string };
  if (report.error !== undefined) throw new UserError(report.error);
  return report;
}

/** What a run would trip over: uses that are not there and not guarded, and modules that are missing. */
export function faults({ uses, modules, python }: AgentReport): string[] {
  return [
    ...uses
      .filter(({ there, guarded }) => !there && !guarded)
      .map(({ name, line }) => `line ${line}: ${name} does not exist; it raises AttributeError, as in the originals`),
    ...modules
      .filter(({ there }) => !there)
      .map(({ name, line }) => `line ${line}: module ${name} is missing; install it for ${python}, or choose --python`),
  ];
}
