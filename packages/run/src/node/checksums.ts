import { createHash, hash } from 'node:crypto';
import { closeSync, type Dirent, existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseJson, UserError } from '@itinera/base';
import { type FileToWrite, hashFile, readWithin, writeTogether } from '@itinera/base/node';
import type { CallHead } from '../calls/call-head.js';
import { requestBytes, startOfOutcome } from '../calls/call-texts.js';
import { hasFields, isOneOf, isText, type Shape } from '../formats/shape.js';
import { fieldsOfManifest, type RunManifest } from '../manifest.js';
import { TABLES } from '../tables/group-tables.js';
import type { RunFolder } from './run-folder.js';
import { scanCallFile } from './scan-call-file.js';
import { LARGEST_TABLE } from './table-file.js';

/*
 * `checksums.json` is written when a run ends: the SHA-256 of every file of its folder, so that later edits are found. For
 * files with several kinds of data it also has a hash per kind, so that an edit is reported as "prompts" or "costs" and
 * not only as "calls.ndjson". It is a separate file because it depends on the times in run.json and calls.ndjson:
 * tables and results keep their bytes. Scoring a run again replaces the entry of its scores only.
 *
 * Whoever edits a file can edit its checksum. So prompts are also compared with the hashes by which they were answered, and
 * `asbench runs verify` recomputes what follows from other files; the rest needs a signature of this file.
 */

const NAME = 'checksums.json';
const CALLS = 'calls.ndjson';
const MANIFEST = 'run.json';
const LARGEST = 50_000_000;
const STREAM_BYTES = 2 ** 20;
/** Files that are not part of the run: this one and its signature, locks, unfinished files, and parts to be merged. */
const NOT_COUNTED = /^(checksums\.json(\.sig)?|run\.lock.*|parts(\.gathered)?\/.*|.*\.part)$/;
/** Files that only a run writes. Others, such as reports and notes, may be added to its folder. */
const WRITTEN_BY_RUNS = new RegExp(
  `^(calls\\.ndjson|problems\\.ndjson|results\\.(json|pkl)|scores\\.json|agent/(?!.*__pycache__/).*|(${TABLES.join('|')})(/.*)?)$`,
);
/** Replaces keys in recorded prompts. */
const REDACTED = '[redacted]';

type Hashes = Readonly<Record<string, string>>;

interface Checksums {
  readonly format: 1;
  readonly files: Hashes;
  /** Hashes of the kinds of data in a file. */
  readonly kinds: Readonly<Record<string, Hashes>>;
}

const areHashes: Shape = (value, name) => {
  const fault = hasFields({})(value, name);
  return (
    fault ??
    Object.values(value as object)
      .map((one) => isText(one, name))
      .find((one) => one !== null) ??
    null
  );
};
const areKinds: Shape = (value, name) => {
  const fault = hasFields({})(value, name);
  return (
    fault ??
    Object.values(value as object)
      .map((one) => areHashes(one, name))
      .find((one) => one !== null) ??
    null
  );
};
const checksums = hasFields({ format: isOneOf(1), files: areHashes, kinds: areKinds });

/** Writes the manifest of a run that has ended, and the checksums of all files: if killed, the run has not ended. */
export async function sealRun(folder: RunFolder, manifest: RunManifest): Promise<void> {
  const sealed = folder.manifestFile(manifest);
  const files: Record<string, string> = {};
  const kinds: Record<string, Hashes> = {};
  for (const name of filesOf(folder)) {
    const isManifest = name === MANIFEST;
    files[name] = isManifest ? hash('sha256', sealed.parts[0]!) : await hashOf(join(folder.path, name));
    if (isManifest) kinds[name] = kindsOfManifest(Buffer.from(sealed.parts[0]!).toString());
    if (name === CALLS) kinds[name] = kindsOfCalls(folder);
  }
  await writeTogether([checksumsFile(folder, { format: 1, files, kinds }), sealed]);
}

/** Writes a file of a run that has ended together with its checksum, so that it does not pass for edited in between. */
export async function writeWithChecksum(folder: RunFolder, name: string, content: Uint8Array | string): Promise<void> {
  const bytes = Buffer.from(content);
  const file = { path: join(folder.path, name), parts: [bytes] };
  const known = readChecksums(folder);
  if (known === null) return writeTogether([file]);
  const files = sorted({ ...known.files, [name]: hash('sha256', bytes) });
  return writeTogether([file, checksumsFile(folder, { ...known, files })]);
}

/** Prompts whose text could be compared with the hash under which it was answered. */
export interface PromptCheck {
  readonly all: number;
  readonly changed: number;
  /** Prompts from which a key was removed, so that their hash differs. */
  readonly redacted: number;
}

/** Differences of a run folder from its state at the end of the run. */
export interface Edits {
  /** Number of files with a recorded checksum; null without `checksums.json`. */
  readonly recorded: number | null;
  /** Kinds of data that were edited, such as `prompts`; empty if none was. */
  readonly edited: readonly string[];
  /** Files that are not in `checksums.json`. */
  readonly added: readonly string[];
  /** Null if the file of calls is unchanged and need not be read, or there is none. */
  readonly prompts: PromptCheck | null;
}

/**
 * Compares the files of a run with their checksums, and prompts with their hashes.
 * @param every whether to read all prompts, including those of an unchanged file
 */
export async function findEdits(folder: RunFolder, every = false): Promise<Edits> {
  const names = filesOf(folder);
  const there = new Set(names);
  const edited = new Set<string>();
  let known: Checksums | null = null;
  try {
    known = readChecksums(folder);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    edited.add(NAME);
  }
  const files = known?.files ?? {};
  const changed = new Set<string>();
  for (const name of names)
    if (Object.hasOwn(files, name) && (await hashOf(join(folder.path, name))) !== files[name]) changed.add(name);
  const added = known === null ? [] : names.filter((name) => !Object.hasOwn(files, name));
  const isToRead = there.has(CALLS) && (every || changed.has(CALLS) || !Object.hasOwn(files, CALLS));
  const prompts = isToRead ? checkPrompts(folder) : null;
  if (prompts !== null && prompts.changed > 0) edited.add('prompts');
  for (const name of changed) {
    const words = changedKinds(folder, name, known?.kinds[name]);
    // Only its notation has changed, such as its line ends; or requests, whose hashes are those of the prompts before.
    if (words.length === 0 && !(name === CALLS && edited.has('prompts'))) edited.add(name);
    for (const word of words) edited.add(word);
  }
  for (const name of Object.keys(files)) if (!there.has(name)) edited.add(`${name} (missing)`);
  const links = entriesOf(folder, (entry) => entry.isSymbolicLink()).filter((name) => !Object.hasOwn(files, name));
  for (const name of known === null ? [] : [...added, ...links])
    if (WRITTEN_BY_RUNS.test(name)) edited.add(`${name} (added)`);
  return {
    recorded: known && Object.keys(files).length,
    edited: [...edited],
    added,
    prompts,
  };
}

function readChecksums(folder: RunFolder): Checksums | null {
  const path = join(folder.path, NAME);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.size > LARGEST || !stats.isFile()) throw new UserError(`${folder.name}/${NAME} is too large.`);
  const value = parseJson(readWithin(path, LARGEST_TABLE).toString(), `${folder.name}/${NAME}`);
  const fault = checksums(value, '');
  if (fault !== null) throw new UserError(`${folder.name}/${NAME}: ${fault}`);
  return value as Checksums;
}

function checksumsFile(folder: RunFolder, value: Checksums): FileToWrite {
  return { path: join(folder.path, NAME), parts: [Buffer.from(`${JSON.stringify(value, null, 2)}\n`)] };
}

/** Names of the files of a run, relative to its folder, in order. Links are not followed. */
export function filesOf(folder: RunFolder): string[] {
  return entriesOf(folder, (entry) => entry.isFile());
}

function entriesOf({ path }: RunFolder, isTaken: (entry: Dirent) => boolean): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(isTaken)
    .map((entry) => relative(path, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((name) => !NOT_COUNTED.test(name))
    .sort();
}

async function hashOf(path: string): Promise<string> {
  // Most files are small, and a stream takes longer to open than to read.
  if (statSync(path).size <= STREAM_BYTES) return hash('sha256', readWithin(path));
  return (await hashFile(path)).digest('hex');
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Hashes of the fields of `run.json`. */
function kindsOfManifest(text: string): Hashes {
  return Object.fromEntries(fieldsOfManifest(text).map(([key, value]) => [key, hash('sha256', value)]));
}

/** The words for an edited file. */
function changedKinds(folder: RunFolder, name: string, known: Hashes = {}): string[] {
  const [place] = name.split('/');
  if (name === CALLS) {
    const is = kindsOfCalls(folder);
    // If calls were removed or added, everything else differs too.
    if (is.calls !== known.calls) return ['calls'];
    return Object.keys(is).filter((kind) => is[kind] !== known[kind]);
  }
  if (name === MANIFEST) {
    const is = asRead(() => kindsOfManifest(folder.readManifest()));
    const keys = [...new Set([...Object.keys(is), ...Object.keys(known)])].filter((key) => is[key] !== known[key]);
    return keys.map((key) => (key === 'synthetic' ? 'the mark of synthetic data' : `${key} in run.json`));
  }
  if ((TABLES as readonly string[]).includes(place!)) return ['tables'];
  if (/^results\.(json|pkl)$/.test(name)) return ['results'];
  if (name === 'scores.json') return ['scores'];
  return [place === 'agent' ? 'agent' : name];
}

function asRead(read: () => Hashes): Hashes {
  try {
    return read();
  } catch {
    return {};
  }
}

/** Hashes of the columns of the recorded calls. */
function kindsOfCalls(folder: RunFolder): Hashes {
  const columns = new Map(
    ['calls', 'prompts', 'answers', 'models', 'tokens', 'costs', 'times of calls'].map((name) => [name, new Column()]),
  );
  const add = (name: string, ...values: readonly unknown[]) => columns.get(name)!.add(values.join(' '));
  eachCall(folder, (head, line) => {
    add('calls', head.person, head.sequence, head.day, head.t);
    add('prompts', head.hash);
    add(
      'answers',
      head.failed,
      ...(head.ended ? [head.ended] : []),
      hash('sha256', line.subarray(Math.max(0, startOfOutcome(line)))),
    );
    add('models', head.model, head.source);
    add('tokens', head.inputTokens, head.outputTokens);
    add('costs', head.cost);
    add('times of calls', head.at, head.milliseconds, head.retries);
  });
  return Object.fromEntries([...columns].map(([name, column]) => [name, column.digest()]));
}

/** A hash of many short texts. */
class Column {
  readonly #hash = createHash('sha256');
  #text = '';

  add(text: string): void {
    this.#text += `${text}\n`;
    if (this.#text.length < STREAM_BYTES) return;
    this.#hash.update(this.#text);
    this.#text = '';
  }

  digest(): string {
    return this.#hash.update(this.#text).digest('hex');
  }
}

function checkPrompts(folder: RunFolder): PromptCheck {
  let [all, changed, redacted] = [0, 0, 0];
  eachCall(folder, (head, line) => {
    const request = requestBytes(line) ?? Buffer.alloc(0);
    all++;
    if (hash('sha256', request).slice(0, head.hash.length) === head.hash) return;
    if (request.includes(REDACTED)) redacted++;
    else changed++;
  });
  return { all, changed, redacted };
}

function eachCall({ callsPath }: RunFolder, visit: (head: CallHead, line: Buffer) => void): void {
  if (!existsSync(callsPath)) return;
  const file = openSync(callsPath, 'r');
  try {
    scanCallFile(file, (head, _offset, _length, line) => visit(head, line));
  } finally {
    closeSync(file);
  }
}
