import { existsSync, statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { didYouMean, printable, UserError } from '@itinera/base';
import { similarFile } from '@itinera/base/node';
import type { AgentSource, PythonSource } from '@itinera/run';
import { agentClassIn, AGENT_DOCS as docs } from './agent-class-in.js';
import { builtInAgents } from './built-in/index.js';
import { importFile, isModule } from './import-file.js';
import type { AgentClass } from './mobility-agent.js';
import type { AgentKit, Task } from './task.js';

const PYTHON = '.py';

/**
 * Resolves `--agent`: the name of a built-in agent, or a file.
 * @param python the interpreter for a Python file.
 * @throws UserError when it is neither.
 */
export function findAgent(nameOrFile: string, python: string): AgentSource {
  if (Object.hasOwn(builtInAgents, nameOrFile)) return { builtIn: nameOrFile };
  const file = resolve(nameOrFile);
  if (existsSync(file) && statSync(file).isFile()) return extname(file) === PYTHON ? { file, python } : { file };
  const known = Object.keys(builtInAgents);
  const names = known.join(', ');
  if (existsSync(file))
    throw new UserError(
      `${printable(nameOrFile, 400)} is a folder. Pass the file of an agent (.ts, .js or .py), or one of: ${names}.`,
    );
  if (extname(nameOrFile) === '' && !/[\\/]/.test(nameOrFile))
    throw new UserError(
      `Unknown agent ${nameOrFile}.${didYouMean(nameOrFile, known)} Built-in agents: ${names}; or pass the path of an agent file.`,
    );
  throw new UserError(
    `${printable(nameOrFile, 400)}: file not found.${similarFile(nameOrFile)} Pass an agent as a .ts, .js or .py file, or one of: ${names}.`,
  );
}

/** Returns the class of a built-in agent. @throws UserError when it is unknown. */
export function builtInAgent(name: string): AgentClass {
  if (Object.hasOwn(builtInAgents, name)) return builtInAgents[name]!.agentClass;
  const known = Object.keys(builtInAgents);
  throw new UserError(`Unknown agent ${name}.${didYouMean(name, known)} Built-in agents: ${known.join(', ')}.`);
}

/**
 * Loads the class of an agent. The code of the file runs, so call this in the thread of the agent.
 * @param limitSeconds how long its top-level code may wait; by default `LOAD_SECONDS`
 * @throws UserError when the file cannot be read, does not parse, or does not contain exactly one agent for this benchmark.
 */
export async function loadAgent(
  source: Exclude<AgentSource, PythonSource>,
  task: Pick<Task, 'name' | 'agentBase'>,
  { module, bases }: AgentKit,
  limitSeconds?: number,
): Promise<AgentClass> {
  if ('builtIn' in source) return builtInAgent(source.builtIn);
  const name = basename(source.file);
  if (!isModule(source.file))
    throw new UserError(
      `${name}: ${extname(source.file) || 'a file without extension'} is not supported as an agent. ${docs}`,
    );
  const { agentBase } = task;
  // Of a custom task, the module lacks it.
  const kit = bases.includes(agentBase) ? module : { ...module, [agentBase.name]: agentBase };
  const exports = await importFile(source.file, kit, docs, limitSeconds);
  return agentClassIn(exports, name, task, bases);
}
