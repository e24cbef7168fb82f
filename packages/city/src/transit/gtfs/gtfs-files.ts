import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileBudget, type Limits, UserError } from '@itinera/base';
import { openFile, ZipArchive } from '@itinera/tables/node';

/** A byte of a timetable takes as much time and memory as this many of another file. */
const BYTE_COST = 4;

/** The text files of a feed, whatever their source. */
export interface GtfsFiles {
  /** Name of the feed for errors. */
  readonly name: string;
  readonly files: readonly string[];
  /** Archives among them, one of which may be the feed. */
  readonly archives: readonly string[];
  /** The bytes of one of `files`. */
  chunks(file: string): AsyncIterable<Uint8Array>;
  /** The remaining budget for the feed. */
  readonly budget: FileBudget;
  close(): Promise<void>;
}

/**
 * Opens a GTFS feed: a zip archive, or an unpacked folder. Its files may be in a folder inside.
 * @throws UserError if it does not exist or is not an archive
 */
export async function openGtfs(path: string, limits: Limits = {}): Promise<GtfsFiles> {
  const kind = await stat(path).catch(() => undefined);
  if (kind === undefined)
    throw new UserError(`${path}: there is no such file or folder, expected a GTFS feed (.zip). Check the path.`);
  if (kind.isDirectory()) {
    const { folder, names } = await folderOfFeed(path);
    const texts = names.filter(isText);
    const budget = new FileBudget(path, limits.ratio);
    for (const file of texts) budget.earn((await stat(join(folder, file))).size);
    return {
      name: path,
      files: texts,
      archives: names.filter(isArchive),
      budget,
      chunks: (file) => openFile(join(folder, file)).stream(),
      close: async () => undefined,
    };
  }
  const archive = await ZipArchive.open(path, limits, BYTE_COST);
  const names = archive.names.filter((name) => isText(name) && !name.startsWith('__MACOSX/'));
  const stops = names.filter((name) => baseOf(name) === 'stops.txt').sort((a, b) => a.length - b.length)[0];
  const folder = stops?.slice(0, -'stops.txt'.length) ?? '';
  const inFolder = names.filter((name) => name.startsWith(folder) && !name.slice(folder.length).includes('/'));
  return {
    name: path,
    files: inFolder.map(baseOf),
    archives: archive.names.filter(isArchive),
    budget: archive.budget,
    chunks: (file) => archive.chunks(folder + file),
    close: () => archive.close(),
  };
}

/** The folder with the tables, which is the given one or the only one in it that has stops, and its names. */
async function folderOfFeed(path: string): Promise<{ folder: string; names: string[] }> {
  const names = await readdir(path);
  const found: { folder: string; names: string[] }[] = [];
  if (!names.includes('stops.txt'))
    for (const name of names) {
      const folder = join(path, name);
      const inside = await readdir(folder).catch((): string[] => []);
      if (inside.includes('stops.txt')) found.push({ folder, names: inside });
    }
  return found.length === 1 ? found[0]! : { folder: path, names };
}

function isArchive(name: string): boolean {
  return /\.zip$/i.test(name);
}

function isText(name: string): boolean {
  return name.endsWith('.txt');
}

function baseOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
