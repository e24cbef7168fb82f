import { partsProgress } from '@itinera/benchmarks';
import { PartFiles, type RunFolder, type RunManifest } from '@itinera/run';
import type { RunParts } from '../wire/runs.js';

/** How far the parts of a run are by their own words, and when the last of these was said; null when it is not made in parts. */
export function partsOf(folder: RunFolder, manifest: RunManifest | null): RunParts | null {
  if (manifest === null || manifest.state === 'finished') return null;
  const states = new PartFiles(folder).states();
  if (states.length === 0) return null;
  const latest = states.reduce((last, { at }) => (at > last ? at : last), '');
  const { parts, hosts, secondsLeft, calls, cost, slow, silent, stopped } = partsProgress(
    manifest,
    states,
    new Date(latest),
  );
  return { ...{ latest, ...parts, hosts, secondsLeft, calls, cost }, ...{ slow, silent, stopped } };
}
