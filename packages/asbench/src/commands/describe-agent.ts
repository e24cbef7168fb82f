import { extname } from 'node:path';
import { printable } from '@itinera/base';
import { builtInAgents } from '@itinera/engine';
import type { RunManifest } from '@itinera/run';
import { agentFileOf } from '@itinera/runner';

const KINDS: Readonly<Record<string, string>> = {
  '.py': 'an agent in Python',
  '.ts': 'an agent in TypeScript',
  '.mts': 'an agent in TypeScript',
};

const LONGEST = 200;

/** Names an agent and its kind: `diarist, an agent with the language model deepseek/deepseek-flash`. */
export function describeAgent({ agent, models }: Pick<RunManifest, 'agent' | 'models'>): string {
  const name = agentFileOf(agent.source);
  const kind = 'builtIn' in agent.source ? builtInAgents[name]?.kind : KINDS[extname(name).toLowerCase()];
  const named =
    models.length > 1
      ? `the language models ${models.join(', ')}`
      : models[0] === 'scripted'
        ? 'scripted answers'
        : `the language model ${models[0]}`;
  return printable(`${name}, ${kind ?? 'an agent'}${models.length === 0 ? '' : ` with ${named}`}`, LONGEST);
}
