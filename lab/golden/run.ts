import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Adapter, Check, GoldenCase, GoldenFolder } from './adapter.js';
import { adapter as cells } from './cells.js';
import { adapter as collective } from './collective.js';
import { compare, type Tally } from './compare.js';
import { adapter as entropy } from './entropy.js';
import { adapter as flows } from './flows.js';
import { score, validator } from './humob-2026.js';
import { adapter as individual } from './individual.js';
import { adapter as models } from './models.js';
import { adapter as motifs } from './motifs.js';
import { adapter as paperProfiles } from './paper-profiles.js';
import { adapter as preprocessing } from './preprocessing.js';
import { adapter as privacy } from './privacy.js';
import { adapter as sequenceSimilarity } from './sequence-similarity.js';
import { adapter as similarity } from './similarity.js';
import { adapter as stays } from './stays.js';
import { adapter as tessellation } from './tessellation.js';
import { adapter as trajectories } from './trajectories.js';
import { adapter as utility } from './utility.js';

/** Adapters by the name of the golden file, or its part before the first hyphen: `score-1.json`. */
const adapters: Readonly<Record<string, Adapter>> = {
  cells,
  collective,
  entropy,
  flows,
  individual,
  models,
  motifs,
  'paper-profiles': paperProfiles,
  preprocessing,
  privacy,
  score,
  'sequence-similarity': sequenceSimilarity,
  similarity,
  stays,
  tessellation,
  trajectories,
  utility,
  validator,
};

/** The outcome of one golden file. */
export interface FileResult extends Tally {
  readonly file: string;
  readonly cases: number;
  readonly skipped: string[];
}

/** Runs every case of every `.json` file of a folder through the public functions. */
export function runGolden(path: string): FileResult[] {
  const read = new Map<string, readonly GoldenCase[]>();
  const folder: GoldenFolder = {
    cases(file) {
      let cases = read.get(file);
      if (!cases) {
        const content = JSON.parse(readFileSync(join(path, file), 'utf8')) as GoldenCase[] | { cases?: GoldenCase[] };
        const found = Array.isArray(content) ? content : content.cases;
        if (!Array.isArray(found)) throw new Error(`${join(path, file)}: no list of cases.`);
        cases = found;
        read.set(file, cases);
      }
      return cases;
    },
  };
  const files = readdirSync(path)
    // Published scores of real data, which nobody has here.
    .filter((name) => name.endsWith('.json') && name !== 'anchors.json')
    .sort();
  if (!files.some((file) => adapterOf(file)))
    throw new Error(
      `${path}: no golden files of shared/golden/mobility or humob-2026; the tests cover copies of geobleu, agentsociety, city and validator.`,
    );
  const results: FileResult[] = [];
  for (const file of files) results.push(runFile(file, folder));
  return results;
}

function adapterOf(file: string): Adapter | undefined {
  const name = basename(file, '.json');
  return adapters[name] ?? adapters[name.split('-', 1)[0]!];
}

function runFile(file: string, folder: GoldenFolder): FileResult {
  const cases = folder.cases(file);
  const result: FileResult = { file, cases: cases.length, compared: 0, wrong: [], skipped: [] };
  const adapter = adapterOf(file);
  for (const golden of cases) {
    const check: Check = {
      same: (what, actual, expected, tolerance = 'exact') =>
        compare(result, `${golden.id} ${what}`, actual, expected, tolerance),
      holds: (what, condition) => {
        result.compared++;
        if (!condition) result.wrong.push(`${golden.id} ${what}`);
      },
      skip: (why) => result.skipped.push(`${golden.id}: ${why}`),
    };
    if (!adapter) {
      check.skip(`no adapter for ${file}`);
      continue;
    }
    try {
      adapter(golden, check, folder);
    } catch (error) {
      result.compared++;
      result.wrong.push(`${golden.id}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return result;
}
