import { mkdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { UserError } from '@itinera/metrics';
import { jsonPieces } from '../formats/json-pieces.js';
import { readPickle } from '../formats/read-pickle.js';
import { redact } from '../formats/redact.js';
import { PythonUuid, writePickle } from '../formats/write-pickle.js';
import { parseJson } from '../text/parse-json.js';
import { writeDurably } from './write-durably.js';

/** What is known about a run, under the documented names. */
export interface ResultsMetadata {
  readonly task_name: string;
  readonly tenant_id: string;
  /** Name of the model; empty without one. */
  readonly llm: string;
  readonly exp_id: string;
  /** The resolved configuration, and the agent in it: texts of YAML, as the original keeps them. */
  readonly config: string;
  readonly agent: string;
  readonly agent_filename: string;
  readonly result_filename: string;
  /** ISO 8601. */
  readonly execution_time: string;
  /** `inference`: the original evaluates no other file. */
  readonly mode: string;
  /** `SYNTHETIC` for results of made-up people; else absent. */
  readonly data?: string;
}

/** A results file: what the agents did, gathered, and what is known about the run. */
export interface ResultsFile {
  readonly results: unknown;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** What Node reads at once. */
const MAX_FILE = 2 ** 31 - 1;
/** What a text can hold: JSON is read as one. */
const MAX_JSON = 2 ** 29 - 24;
/** JSON is written in pieces of about so many characters. */
const PIECE = 2 ** 16;

/**
 * Reads a results file of ours or of the Python original: `.pkl` (as data, nothing is run) or `.json`, or the results
 * in a run's folder.
 *
 * @throws UserError when it is missing, too large, damaged, unsafe, or no results file
 */
export async function readResults(path: string): Promise<ResultsFile> {
  const file = await findFile(path);
  const bytes = await readFile(file);
  const name = basename(file);
  const content =
    extname(file).toLowerCase() === '.json'
      ? parseJson(new TextDecoder().decode(bytes), name)
      : readPickle(bytes, name);
  const { results, metadata } = (
    typeof content === 'object' && content !== null ? content : {}
  ) as Partial<ResultsFile>;
  if (results === undefined || typeof metadata !== 'object' || metadata === null) {
    throw new UserError(
      `${name} is no results file: expected a dictionary with results and metadata. Pass what a run left in inference_results.`,
    );
  }
  return { results, metadata };
}

/**
 * Writes a results file, `.json` or `.pkl` by its name, at once or not at all. Keys and absolute paths in the metadata
 * are left out. JSON has no NaN, so a number that is not finite becomes null there; a pickle has the `exp_id` as the UUID that
 * it is, for the original's data base takes no text.
 *
 * @throws UserError when the name has another ending
 */
export async function writeResults(
  path: string,
  { results, metadata }: { readonly results: unknown; readonly metadata: ResultsMetadata },
): Promise<void> {
  const file = {
    results,
    metadata: redact({ ...metadata, result_filename: metadata.result_filename || basename(path) }),
  };
  const extension = extname(path).toLowerCase();
  if (extension !== '.json' && extension !== '.pkl') {
    throw new UserError(`${basename(path)}: results are written as .json or .pkl.`);
  }
  await mkdir(dirname(path), { recursive: true });
  writeDurably(path, extension === '.json' ? jsonOf(file) : [writePickle(asOriginal(file))]);
}

function* jsonOf(file: object): Generator<string> {
  let text = '';
  for (const piece of jsonPieces(file)) {
    text += piece;
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  yield `${text}\n`;
}

function asOriginal({ results, metadata }: { results: unknown; metadata: ResultsMetadata }): object {
  const { exp_id } = metadata;
  return { results, metadata: { ...metadata, exp_id: UUID.test(exp_id) ? new PythonUuid(exp_id) : exp_id } };
}

function limitOf(path: string): number {
  return path.toLowerCase().endsWith('.json') ? MAX_JSON : MAX_FILE;
}

/** The file itself, or the results in a run's folder. */
async function findFile(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new UserError(`${path}: there is no such file or run folder. Check the path.`);
  if (found.isDirectory()) {
    for (const name of ['results.json', 'results.pkl']) {
      const inside = join(path, name);
      const size = (await stat(inside).catch(() => null))?.size ?? MAX_FILE;
      if (size < limitOf(inside)) return findFile(inside);
    }
    throw new UserError(
      `${path} holds no results.json or results.pkl. Is the run finished? Try: asbench resume ${path}`,
    );
  }
  if (!/\.(json|pkl|pickle)$/i.test(path)) {
    throw new UserError(`${path}: expected a results file (.pkl, .json) or a run's folder.`);
  }
  if (found.size >= limitOf(path)) {
    const other = path.toLowerCase().endsWith('.json') ? ' Pass the .pkl, which is a fifth as long.' : '';
    throw new UserError(`${path}: ${found.size} bytes are more than can be read at once (${limitOf(path)}).${other}`);
  }
  return path;
}
