import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Random, UserError } from '@itinera/base';
import { MobilityAgent, type OpenAgentKit, type Task } from '@itinera/engine';
import { DailyMobilityAgent } from './daily-mobility/agent.js';
import { HurricaneMobilityAgent } from './hurricane-mobility/agent.js';
import { AGENT_KIT } from './list/agent-kit-address.js';
import { lazyModule } from './list/lazy-module.js';

// Loaded by threads: all that agents may import takes as long to load as a thread to start.
const bases: Readonly<Record<string, Task['agentBase']>> = {
  DailyMobilityAgent,
  HurricaneMobilityAgent,
  MobilityAgent,
};
const loadNow = createRequire(import.meta.url);

/** What agent files need; what few of them import is loaded when they do. */
export const openAgentKit: OpenAgentKit = async ({ name, file, pythonBases }) => {
  // A task's base has the same name in Python.
  const own = bases[pythonBases.find(({ task }) => task === name)?.name ?? ''];
  // Before version 22.12, Node 22 loads no module at once.
  if (file === null && own && process.features.require_module) {
    const module = lazyModule({ ...bases, Random, UserError }, () => loadNow(fileURLToPath(AGENT_KIT)));
    return { kit: { module, bases: Object.values(bases) }, agentBase: own };
  }
  const module = (await import(AGENT_KIT)) as typeof import('./agent-kit.js');
  const { agentBase } = await module.openBenchmark(file ?? name);
  return { kit: { module, bases: Object.values(bases) }, agentBase };
};
