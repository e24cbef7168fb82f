import type { RunManifest } from '@itinera/run';
import { sha256 } from '@itinera/runner';

type Input = (manifest: RunManifest) => unknown;

/** What two simulations of the same people and days may differ in besides a scenario, in words. */
const INPUTS: Readonly<Record<string, Input>> = {
  seeds: ({ seed }) => seed,
  agents: ({ agent, models }) => [agent.hash, agent.params, models],
  'first days': ({ clock }) => clock.firstDay ?? null,
  steps: ({ clock }) => clock.stepSeconds,
  congestion: ({ congestion }) => congestion,
  'movement options': ({ movement }) => movement ?? null,
  maps: ({ map, scenario }) => scenario?.map.hash ?? map.hash,
};

const asText = (manifest: RunManifest, of: Input) => JSON.stringify(of(manifest));

/** The names of the inputs that differ, apart from people and duration. */
export function differencesOf(one: RunManifest, other: RunManifest): string[] {
  return Object.entries(INPUTS).flatMap(([name, of]) => (asText(one, of) === asText(other, of) ? [] : [name]));
}

/** Equal for simulations of the same people and days with equal inputs: they differ at most in their scenarios. */
export function inputsOfRun(manifest: RunManifest): string {
  const { task, taskVersion, people, dataset } = manifest;
  const same = [task, taskVersion, people, dataset.hash, dataset.sampledFrom ?? null];
  return sha256(JSON.stringify([same, Object.values(INPUTS).map((of) => asText(manifest, of))])).slice(0, 16);
}
