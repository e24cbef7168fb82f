import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { beyondLimits, isFileError, limitOf, UserError, withPath } from '@itinera/base';
import { hashFile, isAlive, makeFolder, writeDurably } from '@itinera/base/node';
import { z } from 'zod';
import {
  type HubFile,
  type HubOptions,
  type HubSnapshot,
  isSafePath,
  listDataset,
  openDatasetFile,
  RECORD,
} from './hub.js';

export interface CloneOptions extends HubOptions {
  /** Download even files that are up to date. */
  readonly force?: boolean;
  readonly onProgress?: (progress: CloneProgress) => void;
}

export interface CloneProgress {
  readonly file: string;
  readonly files: number;
  readonly filesDone: number;
  readonly bytes: number;
  readonly bytesDone: number;
}

export interface Cloned {
  readonly commit: string;
  /** Downloaded files; the others were up to date. */
  readonly fetched: readonly string[];
}

const ATTEMPTS_PER_FILE = 4;

/**
 * Downloads a dataset from Hugging Face into a folder, or updates the folder: correct files are kept, partial downloads
 * resume where they stopped, and every file is checked by its hash before it is moved into place.
 * @throws UserError when the host cannot be reached or a file is damaged
 */
export async function cloneDataset(
  { repository, branch }: { readonly repository: string; readonly branch: string },
  folder: string,
  options: CloneOptions,
): Promise<Cloned> {
  // Read before the download: a host must not decide which of the user's files are removed.
  const former = readRecord(folder);
  const snapshot = await listDataset(repository, branch, options);
  const bytes = snapshot.files.reduce((sum, { size }) => sum + size, 0);
  const most = limitOf('datasetBytes');
  if (bytes > most) throw beyondLimits(repository, `lists ${bytes} bytes, but a dataset has at most ${most}`);
  makeFolder(folder);
  const fetched: string[] = [];
  let filesDone = 0;
  let before = 0;
  for (const file of snapshot.files) {
    const report = (bytesOfFile: number) =>
      options.onProgress?.({
        file: file.path,
        files: snapshot.files.length,
        filesDone,
        bytes,
        bytesDone: before + bytesOfFile,
      });
    report(0);
    if (options.force || !(await isThere(join(folder, file.path), file))) {
      await fetchFile(snapshot, file, folder, options, report);
      fetched.push(file.path);
    }
    filesDone++;
    before += file.size;
    report(0);
  }
  removeFormerFiles(folder, former?.files ?? [], snapshot);
  const record = { repository, branch, commit: snapshot.commit, files: snapshot.files };
  writeDurably(join(folder, RECORD), [`${JSON.stringify(record, null, 2)}\n`]);
  return { commit: snapshot.commit, fetched };
}

/** The commit of a folder; null when it was not cloned. */
export function clonedCommit(folder: string): string | null {
  return readRecord(folder)?.commit ?? null;
}

const recordSchema = z.object({
  commit: z.string(),
  files: z.array(z.object({ path: z.string().refine(isSafePath) })),
});
type Record = z.infer<typeof recordSchema>;

/** The record of the last clone; null when there is none or it is invalid. */
function readRecord(folder: string): Record | null {
  const path = join(folder, RECORD);
  if (!existsSync(path)) return null;
  try {
    return recordSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** Removes files of the last commit that the new one lacks. The user's own files stay. */
function removeFormerFiles(folder: string, former: Record['files'], { files }: HubSnapshot): void {
  const now = new Set(files.map((file) => file.path));
  for (const { path } of former) if (!now.has(path)) rmSync(join(folder, path), { force: true });
}

async function fetchFile(
  snapshot: HubSnapshot,
  file: HubFile,
  folder: string,
  options: CloneOptions,
  report: (bytesOfFile: number) => void,
): Promise<void> {
  const target = join(folder, file.path);
  makeFolder(dirname(target));
  const part = takePart(target);
  let reason = '';
  for (let attempt = 0; attempt < ATTEMPTS_PER_FILE; attempt++) {
    const offset = existsSync(part) && statSync(part).size < file.size ? statSync(part).size : 0;
    const { body, resumed } = await openDatasetFile(snapshot, file, offset, options);
    let done = resumed ? offset : 0;
    const bounded = async function* (source: AsyncIterable<Uint8Array>) {
      for await (const chunk of source) {
        done += chunk.length;
        if (done > file.size)
          throw new UserError(`${file.path} is longer than its listed ${file.size} bytes, so it was discarded.`);
        report(done);
        yield chunk;
      }
    };
    try {
      await pipeline(body, bounded, createWriteStream(part, { flags: resumed ? 'a' : 'w' }));
    } catch (error) {
      if (isFileError(error)) throw withPath(error, part);
      if (error instanceof UserError) {
        rmSync(part, { force: true });
        throw error;
      }
      if (options.signal?.aborted) throw new UserError('Stopped. Run the same command again to resume.');
      reason = `the connection broke after ${done} of ${file.size} bytes`;
      continue;
    }
    if (done < file.size) reason = `the host sent ${done} of ${file.size} bytes`;
    else if (await isThere(part, file)) return renameSync(part, target);
    else {
      rmSync(part);
      reason = 'its hash differs from the listed one';
    }
  }
  throw new UserError(
    `${file.path}: ${reason}, ${ATTEMPTS_PER_FILE} times. Run the same command again to resume, or set HF_ENDPOINT to another host.`,
  );
}

async function isThere(path: string, { size, digest }: HubFile): Promise<boolean> {
  if (!existsSync(path) || statSync(path).size !== size) return false;
  const hash = createHash(digest.kind === 'sha256' ? 'sha256' : 'sha1');
  if (digest.kind === 'git-blob') hash.update(`blob ${size}\0`);
  return (await hashFile(path, hash)).digest('hex') === digest.hex;
}

let taken = 0;

/**
 * The file that this process downloads `target` into. Its name contains host and process, so two downloads of the same
 * file do not mix; the partial download of a dead process is adopted and continued.
 */
function takePart(target: string): string {
  const stem = `${basename(target)}.${hostname()}-`;
  const own = join(dirname(target), `${stem}${process.pid}-${taken++}.part`);
  for (const name of readdirSync(dirname(target))) {
    const [, pid] = (name.startsWith(stem) && /^(\d{1,10})-\d+\.part$/.exec(name.slice(stem.length))) || [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      renameSync(join(dirname(target), name), own);
      return own;
    } catch (error) {
      // Another process was quicker.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return own;
}
