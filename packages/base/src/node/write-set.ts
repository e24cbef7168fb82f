import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { asUserError, withPath } from '../file-error.js';
import { parseJson } from '../parse-json.js';
import { UserError } from '../user-error.js';
import { makeFolder } from './make-folder.js';
import { partPath } from './part-path.js';
import { pieceBytes, readWithin } from './read-within.js';
import { requireApart } from './require-apart.js';
import { isPipe } from './write-durably.js';

/** Manifest of a set: `NAME.set.json`, next to its files. */
const MANIFEST = /^[\w.-]+\.set\.json$/;
/** A complete set whose files have not all been moved to their places. */
const ARRIVED = '.arrived-set';
const PIECE = 1 << 20;
/** Of what several processes do to a folder at once. */
const TRIES = 20;
const LARGEST_MANIFEST = 50_000_000;
/** Folders above a file that may hold the manifest of its set, such as that of `test/groundtruth/diaries.csv`. */
const LEVELS = 3;

interface SetManifest {
  readonly format: 1;
  /** Size and SHA-256 of each file, by its path within the folder. */
  readonly files: Readonly<Record<string, Sum>>;
  /** Of a set in several folders: the same in all of them, and no other. */
  readonly id?: string;
  /** Manifests of the other folders, as paths from this one. */
  readonly others?: readonly string[];
}

/**
 * Writes files that belong together, such as `train.csv` and `test.csv`. `fill` writes them into a staging folder. When they
 * are complete and on the disk, one rename makes them the new set: of the whole folder if it is new or empty, otherwise into
 * the folder, where they then replace the files of an earlier set. If the process is killed between these replacements,
 * `requireWholeSet` refuses the folder, and the next `writeSet` completes them. Other files of the folder are kept.
 *
 * @param name what the files are, such as `split`; their manifest is `NAME.set.json`
 * @param fill writes the files into the folder it receives; its result is returned
 * @param inputs files that the set is made from, which it must not replace
 * @throws what `fill` throws; UserError if the folder cannot be written, or the set would replace one of its inputs. The
 *   folder is then unchanged.
 */
export async function writeSet<T>(
  folder: string,
  name: string,
  fill: (stage: string) => T | Promise<T>,
  inputs: readonly string[] = [],
): Promise<T> {
  return writeSets([[folder, name]], ([stage]) => fill(stage!), inputs);
}

/**
 * Writes a set whose files are in several folders, such as people and their hidden truth. The manifests name each other, and
 * `requireWholeSet` refuses folders of which one was replaced without the others.
 * @param places each folder with the name of its files; `fill` receives a staging folder for each
 * @param inputs as of `writeSet`
 */
export async function writeSets<T>(
  places: readonly (readonly [folder: string, name: string])[],
  fill: (stages: readonly string[]) => T | Promise<T>,
  inputs: readonly string[] = [],
): Promise<T> {
  const parts: Part[] = [];
  try {
    for (const [folder, name] of places) {
      const stage = stageFor(folder);
      parts.push({ folder, stage, place: placeOf(folder), manifest: manifestName(name) });
    }
    const result = await fill(parts.map(({ stage }) => stage));
    commit(parts, inputs);
    return result;
  } finally {
    for (const { stage } of parts) rmSync(stage, { recursive: true, force: true });
  }
}

/**
 * Writes a set whose files have names of the user's choice: `data.tsv` and `truth.tsv`, with the manifest `data.set.json`.
 * Files in several folders have a manifest in each. A single file needs none, and pipes receive their bytes at the end.
 * @param files each with a function that writes it to the path it receives; those without a path are omitted
 * @throws UserError if two have the same path
 */
export async function writeFileSet(
  files: readonly (readonly [path: string | undefined, write: (path: string) => void])[],
): Promise<void> {
  const asked = files.filter((file): file is [string, (path: string) => void] => file[0] !== undefined);
  const kept = asked.filter(([path]) => !isPipe(path));
  const places = kept.map(([path]) => join(placeOf(dirname(resolve(path))), basename(path)));
  const twice = kept.find((_, i) => places.indexOf(places[i]!) !== i);
  if (twice !== undefined)
    throw new UserError(`${twice[0]} is the name of two outputs. Choose another name for one of them.`);
  const folders = [...new Set(kept.map(([path]) => dirname(resolve(path))))];
  const nameIn = (folder: string) => basename(kept.find(([path]) => dirname(resolve(path)) === folder)![0]);
  if (kept.length > 1)
    await writeSets(
      folders.map((folder) => [folder, nameIn(folder).replace(/\.\w+$/, '')]),
      (stages) => {
        for (const [path, write] of kept) write(join(stages[folders.indexOf(dirname(resolve(path)))]!, basename(path)));
      },
    );
  for (const [path, write] of asked) if (kept.length === 1 || isPipe(path)) write(path);
}

/** A folder of a set that is being written. */
interface Part {
  /** As the user named it. */
  readonly folder: string;
  readonly stage: string;
  readonly place: string;
  /** Name of the manifest. */
  readonly manifest: string;
}

const manifestName = (name: string): string => `${name.replace(/[^\w.-]/g, '_')}.set.json`;

function placeOf(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : resolve(folder);
}

function stageFor(folder: string): string {
  return attempt(folder, () => {
    const place = placeOf(folder);
    if (existsSync(place)) complete(place);
    else makeFolderAbove(place);
    // Both calls remove what killed commands left, beside the folder and in it.
    const beside = partPath(place);
    const stage = isReplaceable(place) ? beside : partPath(join(place, 'set'));
    mkdirSync(stage);
    return stage;
  });
}

function makeFolderAbove(place: string): void {
  try {
    makeFolder(dirname(place));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'EEXIST' ? Object.assign(error as Error, { code: 'ENOTDIR' }) : error;
  }
}

/** Whether a rename of a folder to this path can replace what is there. */
function isReplaceable(place: string): boolean {
  if (!existsSync(place)) return true;
  const isHere = !relative(place, process.cwd()).startsWith('..');
  if (isHere || readdirSync(place).length > 0 || statSync(place).dev !== statSync(dirname(place)).dev) return false;
  try {
    accessSync(dirname(place), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function commit(parts: readonly Part[], inputs: readonly string[]): void {
  const sums = parts.map(({ folder, stage }) =>
    attempt(folder, () => Object.fromEntries(filesUnder(stage).map((path) => [path, sealed(join(stage, path))]))),
  );
  for (const [i, { folder }] of parts.entries())
    requireApart(
      inputs,
      Object.keys(sums[i]!).map((path) => [join(folder, path), 'a file of the same name']),
    );
  const id = createHash('sha256').update(JSON.stringify(sums)).digest('hex');
  for (const [i, { folder, stage, place, manifest }] of parts.entries()) {
    const others = parts
      .filter((other) => other !== parts[i])
      .map((other) => relative(place, join(other.place, other.manifest)));
    const described: SetManifest = { format: 1, files: sums[i]!, ...(parts.length > 1 && { id, others }) };
    const text = `${JSON.stringify(described, null, 2)}\n`;
    attempt(folder, () => writeFileSync(join(stage, manifest), text, { flush: true }));
  }
  // What arrives in a folder with files is refused there until it is complete, so it comes first.
  const isWhole = parts.map(
    ({ stage, place }) => dirname(stage) === dirname(place) && attempt(place, () => isReplaceable(place)),
  );
  for (const wanted of [false, true])
    for (const [i, part] of parts.entries())
      if (isWhole[i] === wanted) attempt(part.folder, () => arrive(part, Object.keys(sums[i]!), wanted));
  for (const { folder, place } of parts) attempt(folder, () => complete(place));
}

/** Renames a staging folder to the folder, or into it if that has files: also of a process that wrote there meanwhile. */
function arrive({ place, stage, manifest }: Part, files: readonly string[], isWhole: boolean): void {
  let isNew = isWhole;
  amongOthers(() => {
    if (isNew) {
      isNew = false;
      if (existsSync(place)) chmodSync(stage, statSync(place).mode);
      renameSync(stage, place);
      return;
    }
    complete(place);
    // A move that fails after the arrival would have to be repaired by hand.
    for (const path of [...files, manifest]) requireRoom(place, path);
    renameSync(stage, join(place, ARRIVED));
  });
}

/** Repeats what failed because another process moves, completes or removes the same set. */
function amongOthers(act: () => void): void {
  for (let left = TRIES; ; left--)
    try {
      act();
      return;
    } catch (error) {
      if (left === 0 || !/^(ENOENT|ENOTEMPTY|EEXIST)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
}

/** Moves the files of an arrived set to their places, and removes those of the set before it that it no longer has. */
function complete(place: string): void {
  const arrived = join(place, ARRIVED);
  amongOthers(() => {
    if (existsSync(arrived)) moveArrived(arrived, place);
  });
}

function moveArrived(arrived: string, place: string): void {
  const paths = filesUnder(arrived);
  const manifest = paths.find((path) => MANIFEST.test(path));
  const former = manifest === undefined ? null : join(place, manifest);
  const isNew = new Set(manifest === undefined ? paths : Object.keys(readManifest(join(arrived, manifest)).files));
  if (former !== null && existsSync(former))
    for (const path of Object.keys(readManifest(former).files))
      if (!isNew.has(path) && isInside(place, path)) rmSync(join(place, path), { force: true });
  // The manifest comes last: until then, the set before it is incomplete for its readers.
  for (const path of paths.sort((a, b) => Number(a === manifest) - Number(b === manifest))) {
    requireRoom(place, path);
    makeFolder(dirname(join(place, path)));
    renameIfThere(join(arrived, path), join(place, path));
  }
  removeEmpty(arrived);
}

/** @throws UserError unless a file can be moved to a path of the folder, without leaving it by a link on the way */
function requireRoom(place: string, path: string): void {
  const to = join(place, path);
  if (statSync(to, { throwIfNoEntry: false })?.isDirectory())
    throw new UserError(`${to} is a folder, but a file of this name is to be written. Choose another folder.`);
  if (!isInside(place, path))
    throw new UserError(`${dirname(to)} is a file or a link to another folder. Choose another folder.`);
}

function isInside(place: string, path: string): boolean {
  let above = dirname(path);
  while (!existsSync(join(place, above))) above = dirname(above);
  const folder = join(place, above);
  return statSync(folder).isDirectory() && realpathSync(folder) === join(realpathSync(place), above);
}

/** Another process may complete the same set. */
function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function removeEmpty(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name));
  rmdirSync(folder);
}

/**
 * Refuses a file, or a folder of files, that was written as part of a set whose other files are missing or from another set.
 * Files without a manifest are accepted. A link is its file, too.
 * @throws UserError with the file, and what to do
 */
export function requireWholeSet(path: string): void {
  for (const target of new Set([resolve(path), linkedPath(path)])) requireAround(target);
}

function linkedPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A pipe, or a file that does not exist.
    return resolve(path);
  }
}

function requireAround(target: string): void {
  let folder = target;
  for (let level = 0; level <= LEVELS; level++) {
    for (const name of manifestsIn(join(folder, ARRIVED)))
      if (filesFor(target, folder, readManifest(join(folder, ARRIVED, name))).length > 0)
        throw new UserError(
          `${folder} has files of two sets, because the command that wrote them was killed. Run that command again with the same folder.`,
        );
    for (const name of manifestsIn(folder)) requireFilesOf(join(folder, name), target);
    if (dirname(folder) === folder) return;
    folder = dirname(folder);
  }
}

function requireFilesOf(manifest: string, target: string): void {
  const folder = dirname(manifest);
  const described = readManifest(manifest);
  const read = filesFor(target, folder, described);
  if (read.length === 0) return;
  const remedy = `Write the set again, or delete ${manifest} to use the files as they are.`;
  for (const [name, { bytes, sha256 }] of Object.entries(described.files)) {
    const path = join(folder, name);
    const there = statSync(path, { throwIfNoEntry: false });
    if (!there?.isFile()) throw new UserError(`${path} is missing. It belongs to the set of ${manifest}. ${remedy}`);
    if (there.size !== bytes || (read.includes(path) && hashOf(path) !== sha256))
      throw new UserError(`${path} is not the file that was written with the set of ${manifest}. ${remedy}`);
  }
  for (const name of described.others ?? []) {
    const other = join(folder, name);
    // Files of several folders may be moved apart, such as a truth that is hidden.
    if (existsSync(other) && readManifest(other).id !== described.id)
      throw new UserError(
        `${read[0]} and the files of ${other} were written by different runs of a command. ${remedy}`,
      );
  }
}

/** Paths of the files of a set that are the target or below it. */
function filesFor(target: string, folder: string, { files }: SetManifest): string[] {
  return Object.keys(files)
    .map((name) => join(folder, name))
    .filter((path) => path === target || path.startsWith(`${target}${sep}`));
}

/** @throws UserError unless the file is the manifest of a set within its folder */
function readManifest(path: string): SetManifest {
  const found = parseJson(readWithin(path, LARGEST_MANIFEST).toString(), path) as Partial<SetManifest> | null;
  const files = found?.files;
  const isFile = ([name, file]: [string, unknown]) => {
    const { bytes, sha256 } = (file ?? {}) as { bytes?: unknown; sha256?: unknown };
    const isWithin = !isAbsolute(name) && normalize(name) === name && !name.startsWith('..');
    return isWithin && typeof bytes === 'number' && typeof sha256 === 'string';
  };
  const others = found?.others ?? [];
  const isOthers =
    Array.isArray(others) && others.every((name) => typeof name === 'string' && MANIFEST.test(basename(name)));
  if (
    found?.format === 1 &&
    typeof files === 'object' &&
    files !== null &&
    Object.entries(files).every(isFile) &&
    isOthers
  )
    return found as SetManifest;
  throw new UserError(`${path} is not a valid list of the files of a set. Delete it to use the files as they are.`);
}

function manifestsIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => MANIFEST.test(name));
  } catch {
    // A file, or a folder that may not be listed.
    return [];
  }
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

interface Sum {
  readonly bytes: number;
  readonly sha256: string;
}

/** Size and hash of a file, which is flushed to the disk. */
function sealed(path: string): Sum {
  return withFile(path, 'r+', (file) => {
    fsyncSync(file);
    return sumOf(file);
  });
}

const hashOf = (path: string): string => withFile(path, 'r', sumOf).sha256;

function sumOf(file: number): Sum {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(pieceBytes(fstatSync(file), PIECE));
  let bytes = 0;
  for (let read = -1; read !== 0; bytes += read) {
    read = readSync(file, piece);
    hash.update(piece.subarray(0, read));
  }
  return { bytes, sha256: hash.digest('hex') };
}

function withFile<T>(path: string, flags: 'r' | 'r+', act: (file: number) => T): T {
  const file = openSync(path, flags);
  try {
    return act(file);
  } finally {
    closeSync(file);
  }
}

function attempt<T>(folder: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw asUserError(withPath(error, folder));
  }
}
