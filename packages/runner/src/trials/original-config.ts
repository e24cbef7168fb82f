import { SECONDS_PER_DAY } from '@itinera/base';
import type { Benchmark } from '@itinera/benchmarks';
import type { RunManifest } from '@itinera/run/browser';
import { stringify } from 'yaml';
import { agentFileOf, lastOf } from './identity.js';

/** Returns configuration and agent of a run as in the results of the original: YAML with ordered keys. */
export function originalConfig(
  manifest: RunManifest,
  benchmark: Pick<Benchmark, 'clock' | 'weather'>,
): { readonly config: string; readonly agent: string } {
  const { task, people, expId, dataset, map } = manifest;
  const { llm, env } = manifest.config as { readonly llm?: unknown; readonly env?: unknown };
  const { $blocks: blocks, ...params } = manifest.agent.params;
  const agent = {
    agent_class: agentFileOf(manifest.agent.source),
    memory_from_file: `${dataset.name ?? lastOf(dataset.folder)}/profiles.json`,
    number: people,
    ...(Object.keys(params).length > 0 && { agent_params: params }),
    ...(blocks !== undefined && { blocks }),
  };
  const exp = {
    id: expId,
    name: `${task}_benchmark`,
    environment: { start_tick: 0 },
    workflow: workflowOf(benchmark),
  };
  const config = {
    agents: { citizens: [agent] },
    env: env ?? {},
    exp,
    llm: llm ?? [],
    map: { file_path: map.name ?? lastOf(map.path) },
  };
  return { config: asYaml(config), agent: asYaml(agent) };
}

/** Returns the steps of the workflow; a change in the weather starts a new step. */
function workflowOf({ clock, weather }: Pick<Benchmark, 'clock' | 'weather'>): object[] {
  const days = (clock.steps * clock.stepSeconds) / SECONDS_PER_DAY;
  const workflow: object[] = [];
  for (let day = 0, left = days; left > 0; ) {
    const length = weather[day + 1] === undefined ? left : Math.min(1, left);
    if (day > 0) workflow.push({ type: 'environment', key: 'weather', value: weather[day]!.statement });
    // Two digits, rounded up as in the original: 100 steps of 15 minutes are 1.05 days.
    workflow.push({ type: 'run', days: Math.ceil(length * 100) / 100, ticks_per_step: clock.stepSeconds });
    left -= length;
    day++;
  }
  return workflow;
}

function asYaml(value: object): string {
  return stringify(value, { sortMapEntries: true, indentSeq: false, aliasDuplicateObjects: false });
}
