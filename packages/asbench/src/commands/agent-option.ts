import { basename, dirname, extname, resolve } from 'node:path';
import { builtInAgents, findAgent } from '@itinera/engine';
import type { AgentSource } from '@itinera/run';
import { readAgentConfig, type Warn } from './config-file.js';

/** The agent of a run without `--agent`. */
const DEFAULT_AGENT = 'day-pattern';

export interface AgentChoice {
  readonly source: AgentSource;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Resolves `--agent`: a file, the name of a built-in agent, or a configuration `{agent_class, number, agent_params, blocks}`,
 * whose file is relative to its own folder. `python` is the interpreter of a Python agent.
 */
export function chooseAgent(option: string | undefined, python: string, warn: Warn): AgentChoice {
  if (option === undefined || !['.yml', '.yaml', '.json'].includes(extname(option)))
    return { source: findAgent(option ?? DEFAULT_AGENT, python), params: {} };
  const { agent_class, number, agent_params, blocks } = readAgentConfig(option, warn);
  const named = Object.hasOwn(builtInAgents, agent_class) ? agent_class : resolve(dirname(option), agent_class);
  if (number !== undefined)
    warn(
      `${basename(option)}: number: ${number} is ignored, as in the original: all people are simulated. To simulate fewer, pass --people.`,
    );
  return { source: findAgent(named, python), params: { ...agent_params, ...(blocks && { $blocks: blocks }) } };
}
