import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { parseJson, UserError } from '@itinera/base';
import { makeFolder, readWithin, similarFile, writeDurably } from '@itinera/base/node';
import { readPickle } from '../formats/read-pickle.js';
import { type ResultsMetadata, resultsJson, resultsPickle } from '../formats/write-results.js';

/** A results file: the gathered results of the agents, and metadata. */
export interface ResultsFile {
  readonly results: unknown;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The largest file that Node reads at once. */
const MAX_FILE = 2 ** 31 - 1;
/** Maximum length of a text; JSON is read as one text. */
const MAX_JSON = 2 ** 29 - 24;

/**
 * Reads a results file of Itinera or of the Python original: `.pkl` (as data; nothing is executed) or `.json`, or the
 * results in a run folder.
 *
 * @throws UserError when it is missing, too large, damaged, unsafe, or not a results file
 */
export async function readResults(path: string): Promise<ResultsFile> {
  const file = await findFile(path);
  const bytes = readWithin(file, limitOf(file));
  const name = basename(file);
  const content =
    extname(file).toLowerCase() === '.json'
      ? parseJson(new TextDecoder().decode(bytes), name)
      : readPickle(bytes, name);
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) {
    const { results, metadata } = content as Partial<ResultsFile>;
    if (results !== undefined && typeof metadata === 'object' && metadata !== null) return { results, metadata };
    for (const bare of [content, results]) if (areBare(bare)) return { results: bare, metadata: {} };
    if (results !== undefined)
      throw new UserError(
        `${name} has results, but no metadata that says of which task. Pass a file that asbench run wrote.`,
      );
  }
  throw new UserError(
    `${name} is not a results file: expected a dictionary with results and metadata, or the results alone as documented (${BARE_RESULTS.map((keys) => keys.join(', ')).join('; or ')}). Pass a file that asbench run wrote.`,
  );
}

/** The keys of results without metadata, as the documents of the benchmarks print them. */
const BARE_RESULTS = [
  ['total_travel_times', 'hourly_travel_times'],
  ['gyration_radius', 'daily_location_numbers', 'intention_sequences', 'intention_proportions'],
] as const;

const areBare = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  BARE_RESULTS.some((keys) => keys.every((key) => Object.hasOwn(value, key)));

/**
 * Writes a results file, `.json` or `.pkl` by its name, completely or not at all. Keys and absolute paths in the metadata
 * are removed. JSON has no NaN, so a number that is not finite becomes null there; a pickle stores the `exp_id` as a UUID,
 * because the original's database does not accept a text.
 *
 * @throws UserError for any other ending
 */
export async function writeResults(
  path: string,
  { results, metadata }: { readonly results: unknown; readonly metadata: ResultsMetadata },
): Promise<void> {
  const extension = extname(path).toLowerCase();
  if (extension !== '.json' && extension !== '.pkl') {
    throw new UserError(`${basename(path)}: results are written as .json or .pkl.`);
  }
  makeFolder(dirname(path));
  const file = { results, metadata: { ...metadata, result_filename: metadata.result_filename || basename(path) } };
  writeDurably(path, extension === '.json' ? resultsJson(file) : [resultsPickle(file)]);
}

function limitOf(path: string): number {
  return path.toLowerCase().endsWith('.json') ? MAX_JSON : MAX_FILE;
}

/** The file itself, or the results in a run folder. */
async function findFile(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new UserError(`${path}: no such file or run folder. Check the path.${similarFile(path)}`);
  if (found.isDirectory()) {
    for (const name of ['results.json', 'results.pkl']) {
      const inside = join(path, name);
      const size = (await stat(inside).catch(() => null))?.size ?? MAX_FILE;
      if (size < limitOf(inside)) return findFile(inside);
    }
    throw new UserError(
      `${path} has no results.json or results.pkl. Is the run finished? Try: asbench runs resume ${path}`,
    );
  }
  if (!/\.(json|pkl|pickle)$/i.test(path)) {
    throw new UserError(`${path}: expected a results file (.pkl, .json) or a run folder.`);
  }
  if (found.size >= limitOf(path)) {
    const other = path.toLowerCase().endsWith('.json') ? ' Pass the .pkl, which is a fifth of the size.' : '';
    throw new UserError(`${path}: ${found.size} bytes exceed the limit of ${limitOf(path)}.${other}`);
  }
  return path;
}
