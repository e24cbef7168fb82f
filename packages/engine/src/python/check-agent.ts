import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UserError } from '@itinera/metrics';
import type { PythonBase } from '../agents/task.js';
import { cannotStart, MAIN_PY, pythonEnvironment } from './python-process.js';

const MAX_SHARED_SHOWN = 3;

/** Something that an agent's file names. */
export interface AgentUse {
  /** `self.environment.get_aoi_ids`, or of an argument that is not taken `self.go_to_aoi(mode=…)`; or a module. */
  readonly name: string;
  readonly line: number;
  readonly there: boolean;
  /** Whether the file names it only inside `try`, and so copes when it is missing. */
  readonly guarded: boolean;
  /** False when only methods that nothing calls name it; absent for modules. */
  readonly called?: boolean;
}

export interface AgentReport {
  /** Classes that a run may take, and the task that each is for. */
  readonly agents: readonly { readonly name: string; readonly task: string; readonly line: number }[];
  /** Of the documented API; what is missing here is missing in the originals too. */
  readonly uses: readonly AgentUse[];
  /** What the file imports beside the standard library; `provided`: a name of the originals. */
  readonly imports: readonly (AgentUse & { readonly provided: boolean })[];
  /** Calls without `await` of what does nothing until it is awaited. */
  readonly unawaited: readonly { readonly name: string; readonly line: number }[];
  /** What the code changes that all people of a process share: globals of modules, attributes of classes. */
  readonly shared: readonly { readonly name: string; readonly file: string; readonly line: number }[];
  /** The interpreter. */
  readonly python: string;
}

/**
 * Reads an agent's file, without running it, and says what it uses and whether all of it is there.
 * @param bases of the tasks that it may hold agents for
 * @throws UserError when the file cannot be read as Python, or there is no Python.
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
    throw cannotStart(
      python,
      error.code === 'ENOENT' ? `there is no command ${python}` : error.message.split('\n')[0]!,
    );
  });
  const report = JSON.parse(stdout) as AgentReport & { readonly error?: string };
  if (report.error !== undefined) throw new UserError(report.error);
  return report;
}

/** What a run would trip over: no agent or several, and what is missing and not guarded. */
export function faultsOf(
  { agents, uses, imports, unawaited, python }: AgentReport,
  bases: readonly PythonBase[],
): string[] {
  const missing = ({ there, guarded, called = true }: AgentUse) => !there && !guarded && called;
  return [
    ...agentFaults(agents, bases),
    ...imports.filter(missing).map(({ name, line, provided }) => {
      const remedy = provided
        ? 'is not among the names provided (docs/python-agents.md lists them)'
        : `is missing; install it for ${python}, or choose another interpreter with --python`;
      return `line ${line}: ${name} ${remedy}`;
    }),
    ...uses.filter(missing).map(({ name, line }) => {
      const [what, error] = name.endsWith(')')
        ? ['takes no such argument', 'TypeError']
        : ['does not exist', 'AttributeError'];
      return `line ${line}: ${name} ${what} and raises ${error}, as in the originals`;
    }),
    ...unawaited.map(
      ({ name, line }) =>
        `line ${line}: ${name}() is never awaited, so ${name === 'asyncio.gather' ? 'nobody waits for what it starts' : 'it does nothing'}: write await ${name}(…)`,
    ),
  ];
}

function agentFaults(agents: AgentReport['agents'], bases: readonly PythonBase[]): string[] {
  if (agents.length === 0) return [`no class extends ${bases.map(({ name }) => name).join(' or ')}`];
  const tasks = new Set(agents.map(({ task }) => task));
  return [...tasks].flatMap((task) => {
    const names = agents.filter((agent) => agent.task === task).map(({ name }) => name);
    return names.length > 1
      ? [`several agents for ${task} (${names.join(', ')}); keep one, or start the names of the others with _`]
      : [];
  });
}

/** What the people of an agent's file share, in words; empty when they share nothing. */
export function describeShared(shared: AgentReport['shared']): string {
  const shown = shared.slice(0, MAX_SHARED_SHOWN).map(({ name, file, line }) => `${name} (${file}:${line})`);
  const more = shared.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
