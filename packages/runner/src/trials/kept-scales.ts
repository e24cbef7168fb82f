import { join } from 'node:path';
import { isFileError, UserError } from '@itinera/base';
import { makeFolder, readWithin, writeDurably } from '@itinera/base/node';
import type { Benchmark, KeptNoise, NoiseReport } from '@itinera/benchmarks';
import { VERSION } from '@itinera/run';
import { sha256 } from './hashes.js';

/** Raised when floors or ceilings are computed differently. */
const SCALES_VERSION = 1;
/** A file has some kilobytes. */
const LARGEST_SCALE = 1_000_000;

/**
 * Floors and ceilings kept in the home: they depend on the truth and the number of people, not on the agent that is scored.
 * A file that is damaged, or that is another one's, is ignored, and so is a disk that is full or read-only.
 */
export function keptScales(home: string, { name, version }: Pick<Benchmark, 'name' | 'version'>): KeptNoise {
  const folder = join(home, 'cache', 'scales');
  const hashOf = (key: string) => sha256(JSON.stringify([SCALES_VERSION, VERSION, name, version, key]));
  const pathOf = (hash: string) => join(folder, `${hash.slice(0, 32)}.json`);
  return {
    get(key) {
      const hash = hashOf(key);
      try {
        const [seal, text = ''] = readWithin(pathOf(hash), LARGEST_SCALE).toString().split('\n');
        return seal === sha256(hash + text) ? (JSON.parse(text) as NoiseReport) : undefined;
      } catch (error) {
        if (error instanceof UserError || isFileError(error)) return undefined;
        throw error;
      }
    },
    set(key, noise) {
      const hash = hashOf(key);
      const text = JSON.stringify(noise);
      try {
        makeFolder(folder);
        writeDurably(pathOf(hash), [`${sha256(hash + text)}\n${text}\n`]);
      } catch (error) {
        if (!isFileError(error)) throw error;
      }
    },
  };
}
