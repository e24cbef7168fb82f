import type { Benchmark, KeptNoise, NoiseReport } from '@itinera/benchmarks';
import { keptFile } from './kept-file.js';

/** A file has some kilobytes. */
const LARGEST_SCALE = 1_000_000;

/**
 * Floors and ceilings kept in the home: they depend on the truth and the number of people, not on the agent that is scored.
 * @param home null for those that are shipped with the program alone: whoever can write a run may be able to write its home
 */
export function keptScales(home: string | null, { name, version }: Pick<Benchmark, 'name' | 'version'>): KeptNoise {
  const fileOf = (key: string) => keptFile(home, 'scales', [name, version, key], LARGEST_SCALE);
  return {
    get(key) {
      const text = fileOf(key).read();
      return text && (JSON.parse(text.toString()) as NoiseReport);
    },
    set: (key, noise) => fileOf(key).write(Buffer.from(JSON.stringify(noise))),
  };
}
