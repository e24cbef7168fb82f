import { jsonPieces } from './json-pieces.js';
import { redact } from './redact.js';
import { PythonUuid, writePickle } from './write-pickle.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** JSON is written in pieces of about this many characters. */
const PIECE = 2 ** 16;

/** Metadata of a run, under the documented names. */
export interface ResultsMetadata {
  readonly task_name: string;
  readonly tenant_id: string;
  /** Name of the model; empty if none. */
  readonly llm: string;
  readonly exp_id: string;
  /** The resolved configuration, and the agent in it: YAML texts, as in the original. */
  readonly config: string;
  readonly agent: string;
  readonly agent_filename: string;
  readonly result_filename: string;
  /** ISO 8601. */
  readonly execution_time: string;
  /** `inference`: the original evaluates no other file. */
  readonly mode: string;
  /** `SYNTHETIC` for results of synthetic people; else absent. */
  readonly data?: string;
}

/** Results to write; keys and absolute paths in the metadata are removed. */
interface ResultsToWrite {
  readonly results: unknown;
  readonly metadata: ResultsMetadata;
}

/** The text of a results file, in pieces. JSON has no NaN, so a number that is not finite becomes null. */
export function* resultsJson({ results, metadata }: ResultsToWrite): Generator<string> {
  let text = '';
  for (const piece of jsonPieces({ results, metadata: redact(metadata) })) {
    text += piece;
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  yield `${text}\n`;
}

/** A results file as pickle. `exp_id` is a UUID in it, because the original's database does not accept a text. */
export function resultsPickle({ results, metadata }: ResultsToWrite): Uint8Array {
  const clean = redact(metadata);
  const { exp_id } = clean;
  return writePickle({ results, metadata: { ...clean, exp_id: UUID.test(exp_id) ? new PythonUuid(exp_id) : exp_id } });
}
