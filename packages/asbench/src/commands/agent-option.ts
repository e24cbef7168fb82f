import { basename, dirname, extname, resolve } from 'node:path';
import { builtInAgents, findAgent } from '@itinera/engine';
import type { AgentSource } from '@itinera/run';
import { readAgentConfig, type Warn } from './config-file.js';

/** The built-in agent that a first run shows. */
const DEFAULT_AGENT = 'day-pattern';

export interface AgentChoice {
  readonly source: AgentSource;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * What `--agent` stands for: a file, the name of a built-in agent, or a configuration `{agent_class, number, agent_params}`
 * whose file is looked for beside it. `python` is the interpreter for a file in Python.
 */
export function chooseAgent(option: string | undefined, python: string, warn: Warn): AgentChoice {
  if (option === undefined || !['.yml', '.yaml', '.json'].includes(extname(option)))
    return { source: findAgent(option ?? DEFAULT_AGENT, python), params: {} };
  const { agent_class, number, agent_params } = readAgentConfig(option, warn);
  const named = Object.hasOwn(builtInAgents, agent_class) ? agent_class : resolve(dirname(option), agent_class);
  if (number !== undefined)
    warn(
      `${basename(option)}: number: ${number} is ignored, as in the original: all people are simulated. Fewer: --people`,
    );
  return { source: findAgent(named, python), params: agent_params ?? {} };
}
