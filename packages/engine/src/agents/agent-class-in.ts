import { nearest, UserError } from '@itinera/base';
import { type AgentClass, MobilityAgent } from './mobility-agent.js';
import type { AgentKit, Task } from './task.js';

export const AGENT_DOCS = 'See docs/agents.md, or create one: asbench new agent my-agent';

/**
 * Returns the agent among the exports of a file.
 * @param nextStep where an agent that works can be seen, at the end of messages.
 * @throws UserError when there is not exactly one agent for this benchmark.
 */
export function agentClassIn(
  exports: Record<string, unknown>,
  file: string,
  task: Pick<Task, 'name' | 'agentBase'>,
  bases: AgentKit['bases'],
  nextStep = AGENT_DOCS,
): AgentClass {
  const agent = chooseClass(exports, file, task, bases, nextStep);
  if (!hasForward(agent)) {
    const meant = nearest('forward', methodsOf(agent));
    throw new UserError(`${file}: ${noForward(agent.name, meant)} ${nextStep}`);
  }
  return agent;
}

/** What an agent lacks whose every step would fail, and the remedy. `loader.py` says the same. @param meant a method that was probably meant */
export const noForward = (agent: string, meant: string | null): string =>
  `${agent} has no forward(), the method that every step calls. ${meant === null ? 'Add one.' : `Rename ${meant}() to forward().`}`;

function chooseClass(
  exports: Record<string, unknown>,
  file: string,
  task: Pick<Task, 'name' | 'agentBase'>,
  bases: AgentKit['bases'],
  nextStep: string,
): AgentClass {
  const base = task.agentBase.name;
  const agents = Object.values(exports).filter(isAgentClass);
  // The base of one benchmark may be that of all others: then it decides nothing.
  const others = bases.filter((other) => other !== task.agentBase && !extendsOneOf(task.agentBase, other));
  const fitting = [...new Set(agents)].filter(
    (agent) => extendsOneOf(agent, task.agentBase) || !extendsOneOf(agent, ...others),
  );
  const { default: main } = exports;
  if (main !== undefined) {
    if (isAgentClass(main) && fitting.includes(main)) return main;
    if (!isAgentClass(main))
      throw new UserError(
        `${file}: its default export is not an agent. Export a class that extends ${base}. ${nextStep}`,
      );
  }
  if (fitting.length === 1) return fitting[0]!;
  if (fitting.length > 1)
    throw new UserError(
      `${file} contains ${fitting.length} agents (${fitting.map((agent) => agent.name).join(', ')}). Make one of them the default export.`,
    );
  if (agents.length > 0)
    throw new UserError(`${file}: ${agents[0]!.name} is not an agent for ${task.name}. Extend ${base} instead.`);
  throw new UserError(`${file} does not export an agent. Export a class that extends ${base}. ${nextStep}`);
}

/** Returns whether the class, or one that it extends, has `forward` as a method or as a field; only its source shows fields. */
function hasForward(agent: AgentClass): boolean {
  if ('forward' in agent.prototype) return true;
  for (let owner: unknown = agent; owner !== MobilityAgent; owner = Object.getPrototypeOf(owner))
    if (/\bforward\b/.test(String(owner))) return true;
  return false;
}

/** The methods that a class, or one that it extends, adds to those of every agent. */
function methodsOf(agent: AgentClass): string[] {
  const names: string[] = [];
  for (let owner = agent.prototype as object; owner !== MobilityAgent.prototype; owner = Object.getPrototypeOf(owner))
    names.push(...Object.getOwnPropertyNames(owner));
  return names.filter((name) => !(name in MobilityAgent.prototype));
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
