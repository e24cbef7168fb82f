import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Adapter, Check, GoldenCase, GoldenFolder } from './adapter.js';
import { compare, type Tally } from './compare.js';

/** What became of one golden file. */
export interface FileResult extends Tally {
  readonly file: string;
  readonly cases: number;
  readonly skipped: string[];
}

/** Runs every case of every `.json` file of a folder through the public functions. */
export async function runGolden(path: string): Promise<FileResult[]> {
  const read = new Map<string, readonly GoldenCase[]>();
  const folder: GoldenFolder = {
    cases(file) {
      let cases = read.get(file);
      if (!cases) {
        const { cases: found } = JSON.parse(readFileSync(join(path, file), 'utf8')) as { cases?: GoldenCase[] };
        if (!Array.isArray(found)) throw new Error(`${join(path, file)}: no list of cases under "cases".`);
        cases = found;
        read.set(file, cases);
      }
      return cases;
    },
  };
  const files = readdirSync(path)
    .filter((name) => name.endsWith('.json'))
    .sort();
  const results: FileResult[] = [];
  for (const file of files) results.push(await runFile(file, folder));
  return results;
}

async function runFile(file: string, folder: GoldenFolder): Promise<FileResult> {
  const cases = folder.cases(file);
  const result: FileResult = { file, cases: cases.length, compared: 0, wrong: [], skipped: [] };
  const adapter = await adapterOf(file);
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

async function adapterOf(file: string): Promise<Adapter | undefined> {
  const name = basename(file, '.json');
  const known = readdirSync(import.meta.dirname).some((entry) => /\.[jt]s$/.test(entry) && entry.slice(0, -3) === name);
  if (!known) return undefined;
  return ((await import(`./${name}.js`)) as { adapter: Adapter }).adapter;
}
