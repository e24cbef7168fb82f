import { existsSync, statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { UserError } from '@itinera/metrics';
import type { AgentSource, PythonSource } from '@itinera/run';
import { builtInAgents } from './built-in/index.js';
import { importFile, isModule } from './import-file.js';
import { type AgentClass, MobilityAgent } from './mobility-agent.js';
import type { AgentKit, Task } from './task.js';

const PYTHON = '.py';
const docs = 'See docs/agents.md, or create one: asbench new agent my-agent';

/**
 * Resolves `--agent`: the name of a built-in agent, or a file.
 * @param python the interpreter for a Python file.
 * @throws UserError when it is neither.
 */
export function findAgent(nameOrFile: string, python: string): AgentSource {
  if (Object.hasOwn(builtInAgents, nameOrFile)) return { builtIn: nameOrFile };
  const file = resolve(nameOrFile);
  if (existsSync(file) && statSync(file).isFile()) return extname(file) === PYTHON ? { file, python } : { file };
  const names = Object.keys(builtInAgents).join(', ');
  if (extname(nameOrFile) === '' && !/[\\/]/.test(nameOrFile))
    throw new UserError(`Unknown agent ${nameOrFile}. Built-in agents: ${names}; or pass the path of an agent file.`);
  throw new UserError(`${nameOrFile}: file not found. Pass an agent as a .ts, .js or .py file, or one of: ${names}.`);
}

/**
 * Loads the class of an agent. `kit` is the module that its file imports as `@itinera/bench`. The code of the file runs, so call this in the thread of the agent.
 * @throws UserError when the file cannot be read, does not parse, or does not contain exactly one agent for this benchmark.
 */
export async function loadAgent(
  source: Exclude<AgentSource, PythonSource>,
  task: Task,
  kit: Pick<AgentKit, 'benchmarks'>,
): Promise<AgentClass> {
  if ('builtIn' in source) {
    if (Object.hasOwn(builtInAgents, source.builtIn)) return builtInAgents[source.builtIn]!.agentClass;
    throw new UserError(`Unknown agent ${source.builtIn}. Built-in agents: ${Object.keys(builtInAgents).join(', ')}.`);
  }
  const name = basename(source.file);
  if (!isModule(source.file))
    throw new UserError(
      `${name}: ${extname(source.file) || 'a file without extension'} is not supported as an agent. ${docs}`,
    );
  const exports = await importFile(source.file, { ...kit, [task.agentBase.name]: task.agentBase }, docs);
  const agent = chooseClass(exports, name, task, kit);
  if (!hasForward(agent))
    throw new UserError(`${name}: ${agent.name} has no forward(), the method that every step calls. Add one. ${docs}`);
  return agent;
}

function chooseClass(
  exports: Record<string, unknown>,
  file: string,
  task: Task,
  kit: Pick<AgentKit, 'benchmarks'>,
): AgentClass {
  const base = task.agentBase.name;
  const agents = Object.values(exports).filter(isAgentClass);
  // The base of one benchmark may be that of all others: then it decides nothing.
  const others = kit.benchmarks
    .map(({ agentBase }) => agentBase)
    .filter((other) => other !== task.agentBase && !extendsOneOf(task.agentBase, other));
  const fitting = [...new Set(agents)].filter(
    (agent) => extendsOneOf(agent, task.agentBase) || !extendsOneOf(agent, ...others),
  );
  const { default: main } = exports;
  if (main !== undefined) {
    if (isAgentClass(main) && fitting.includes(main)) return main;
    if (!isAgentClass(main))
      throw new UserError(`${file}: its default export is not an agent. Export a class that extends ${base}. ${docs}`);
  }
  if (fitting.length === 1) return fitting[0]!;
  if (fitting.length > 1)
    throw new UserError(
      `${file} contains ${fitting.length} agents (${fitting.map((agent) => agent.name).join(', ')}). Make one of them the default export.`,
    );
  if (agents.length > 0)
    throw new UserError(`${file}: ${agents[0]!.name} is not an agent for ${task.name}. Extend ${base} instead.`);
  throw new UserError(`${file} does not export an agent. Export a class that extends ${base}. ${docs}`);
}

/** Returns whether the class, or one that it extends, has `forward` as a method or as a field; only its source shows fields. */
function hasForward(agent: AgentClass): boolean {
  if ('forward' in agent.prototype) return true;
  for (let owner: unknown = agent; owner !== MobilityAgent; owner = Object.getPrototypeOf(owner))
    if (/\bforward\b/.test(String(owner))) return true;
  return false;
}

function isAgentClass(value: unknown): value is AgentClass {
  return typeof value === 'function' && extendsOneOf(value as AgentClass, MobilityAgent);
}

function extendsOneOf(
  agent: { readonly prototype: unknown },
  ...bases: readonly { readonly prototype: object }[]
): boolean {
  return bases.some(({ prototype }) => Object.prototype.isPrototypeOf.call(prototype, agent.prototype as object));
}
