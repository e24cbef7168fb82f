import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UserError } from '@itinera/base';
import { noForward } from '../agents/agent-class-in.js';
import type { PythonBase } from '../agents/task.js';
import { cannotStart, MAIN_PY, pythonEnvironment } from './python-process.js';

const MAX_SHARED_SHOWN = 3;

/** A name that an agent file uses. */
export interface AgentUse {
  /** `self.environment.get_aoi_ids`; `self.go_to_aoi(mode=…)` for an unknown argument; or a module. */
  readonly name: string;
  readonly line: number;
  readonly there: boolean;
  /** Whether the file uses it only inside `try`, so that it may be missing. */
  readonly guarded: boolean;
  /** False if only uncalled methods use it; absent for modules. */
  readonly called?: boolean;
  /** For a name that the originals have and the host does not: why, and the nearest way, as the end of a sentence. */
  readonly unsupported?: string;
  /** For a missing name: the one that is probably meant, if any. */
  readonly nearest?: string | null;
}

export interface AgentReport {
  /** Classes that a run can use, with their tasks. */
  readonly agents: readonly {
    readonly name: string;
    readonly task: string;
    readonly line: number;
    /** Declared parameters; null if they are not a literal, absent if there are none. */
    readonly parameters?: unknown;
  }[];
  /** Uses of the documented API; missing names are missing in the originals too, unless they are unsupported. */
  readonly uses: readonly AgentUse[];
  /** Imports outside the standard library; `provided`: a name of the originals. */
  readonly imports: readonly (AgentUse & { readonly provided: boolean })[];
  /** Methods that are probably meant to be `forward`, which the agent lacks. */
  readonly mistyped: readonly { readonly name: string; readonly line: number }[];
  /** Coroutine calls without `await`. */
  readonly unawaited: readonly { readonly name: string; readonly line: number }[];
  /** State that all people of a process share and the code changes: module globals, class attributes. */
  readonly shared: readonly { readonly name: string; readonly file: string; readonly line: number }[];
  /** Names used to exchange messages and to gather information from each other. */
  readonly messages: AgentReport['shared'];
  /** The interpreter. */
  readonly python: string;
}

/**
 * Reads an agent file without running it and reports which names it uses and whether they exist.
 * @param bases of the tasks that it may contain agents for
 * @throws UserError when the file is not valid Python, or Python does not start.
 */
export async function checkPythonAgent(
  file: string,
  python: string,
  bases: readonly PythonBase[],
): Promise<AgentReport> {
  const run = promisify(execFile)(python, [MAIN_PY, 'check', file, JSON.stringify(bases)], {
    env: { ...process.env, ...pythonEnvironment },
    timeout: 60_000,
    maxBuffer: 64 * 2 ** 20,
  });
  const { stdout } = await run.catch((error: NodeJS.ErrnoException) => {
    throw cannotStart(python, error.code === 'ENOENT' ? `command not found: ${python}` : error.message.split('\n')[0]!);
  });
  const report = JSON.parse(stdout) as AgentReport & { readonly error?: string };
  if (report.error !== undefined) throw new UserError(report.error);
  return report;
}

/** Returns the faults that would stop a run: no agent or several, missing unguarded names, missing `await`. */
export function faultsOf(
  { agents, uses, imports, mistyped, unawaited, python }: AgentReport,
  bases: readonly PythonBase[],
): string[] {
  const missing = ({ there, guarded, called = true }: AgentUse) => !there && !guarded && called;
  return [
    ...agentFaults(agents, bases),
    ...imports.filter(missing).map(({ name, line, provided, unsupported, nearest }) => {
      if (unsupported !== undefined) return unsupportedName(name, line, unsupported);
      const instead = nearest ? `; use ${nearest}` : '';
      const remedy = provided
        ? `is not provided${instead} (docs/python-agents.md lists the names that are)`
        : /^agentsociety2\b/.test(name)
          ? 'belongs to AgentSociety 2, whose agents do not run here (docs/agentsociety-2.md describes how to port them)'
          : `is missing; install it for ${python}, or select another interpreter with --python${nearest ? `, or use ${nearest}` : ''}`;
      return `line ${line}: ${name} ${remedy}`;
    }),
    ...uses.filter(missing).map(({ name, line, unsupported }) => {
      if (unsupported !== undefined) return unsupportedName(name, line, unsupported);
      const [what, error] = name.endsWith(')')
        ? ['is not a valid call', 'TypeError']
        : ['does not exist', 'AttributeError'];
      return `line ${line}: ${name} ${what} and raises ${error}, as in the originals`;
    }),
    ...mistyped.map(
      ({ name, line }) =>
        `line ${line}: ${noForward('the agent', name)} If it is another method, rename it to _${name}.`,
    ),
    ...unawaited.map(
      ({ name, line }) =>
        `line ${line}: ${name}() is never awaited, so ${name === 'asyncio.gather' ? 'its tasks may not finish' : 'it does nothing'}: write await ${name}(…)`,
    ),
  ];
}

function unsupportedName(name: string, line: number, instead: string): string {
  return `line ${line}: ${name} is not supported here and raises NotImplementedError${instead} (see docs/python-agents.md)`;
}

function agentFaults(agents: AgentReport['agents'], bases: readonly PythonBase[]): string[] {
  if (agents.length === 0) return [`no class extends ${bases.map(({ name }) => name).join(' or ')}`];
  const tasks = new Set(agents.map(({ task }) => task));
  return [...tasks].flatMap((task) => {
    const names = agents.filter((agent) => agent.task === task).map(({ name }) => name);
    return names.length > 1
      ? [`several agents for ${task} (${names.join(', ')}); keep one, or prefix the names of the others with _`]
      : [];
  });
}

/** Describes where a file shares state or sends messages; empty if it does not. */
export function describeShared(shared: AgentReport['shared']): string {
  const shown = shared.slice(0, MAX_SHARED_SHOWN).map(({ name, file, line }) => `${name} (${file}:${line})`);
  const more = shared.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
