import { basename, join } from 'node:path';
import { readMapFile } from '@itinera/city';
import { UserError } from '@itinera/metrics';
import { midnightOf, type RunFolder, readManifest, writeDurably } from '@itinera/run';
import { syntheticNotice } from '../datasets/find-dataset.js';
import { manifestHere, otherMap } from '../trials/open-results.js';
import { DEFAULT_HOME } from '../trials/run-and-score.js';
import type { ExportTable } from './export-table.js';
import { factsOf } from './formats/file-info.js';
import { type ExportFormat, type ExportFormatName, exportFormats } from './formats/formats.js';
import { Geography } from './geography.js';
import { type ExportSource, type ExportTableName, exportTables } from './tables.js';

/** What to export of a run, and how. */
export interface ExportOptions {
  readonly table: ExportTableName;
  readonly format: ExportFormatName;
  /** The file; else one in the working folder, named after run and table. */
  readonly output?: string | undefined;
  /** Where maps are looked for by their hash, and kept when parsed. */
  readonly home?: string | undefined;
  /** Where the map of the run is, when it is not where it was. */
  readonly map?: string | undefined;
  /** Side of the squares of an origin–destination matrix, metres; else it is by AOI. */
  readonly grid?: number | undefined;
  /** Day 0 of the run, `YYYY-MM-DD`, when it has none of its own: kepler.gl knows no times without a date. */
  readonly date?: string | undefined;
  /** Is told what a user should know of the file. */
  readonly note?: ((message: string) => void) | undefined;
}

const FIRST_DAY = '2024-01-01';
/** Tables that are worked out with the map of the run, whatever the format. */
const onMap: readonly ExportTableName[] = ['stays', 'od', 'road-counts'];

/**
 * Writes a table of a run as one file for other programs. One group of people is in memory at a time, and the file appears
 * under its name when it is whole.
 * @returns the file.
 * @throws UserError when the table does not fit the format, the run is not finished, or its map cannot be found.
 */
export async function exportRun(folder: RunFolder, options: ExportOptions): Promise<string> {
  const { format: formatName, note = () => undefined } = options;
  const manifest = readManifest(folder);
  const format: ExportFormat = exportFormats[formatName];
  const epoch = epochOf(options.date ?? manifest.clock.firstDay ?? FIRST_DAY);
  const table = await openTable(folder, options, format.needsPlaces && options.table !== 'statuses');
  if (format.needsPlaces && table.places === null) throw misfit(table, formatName);
  const path = options.output ?? `${folder.name}-${options.table}.${format.extension}`;
  const { synthetic } = manifest.dataset;
  const title = synthetic ? `SYNTHETIC ${folder.name}` : folder.name;
  const description = synthetic ? syntheticNotice(manifest.task) : '';
  const info = { title, description, createdAt: manifest.startedAt, epoch, note };
  if (synthetic) note(description);
  writeDurably(path, format.write(table, info));
  if (format.needsNote) writeNote(path, factsOf(table, info));
  return path;
}

/** What to read of a run. */
export type TableOptions = Pick<ExportOptions, 'table' | 'home' | 'map' | 'grid' | 'note'>;

/**
 * A table of a run, read while its rows are asked for.
 * @param isDrawn whether its places are wanted too
 * @throws UserError when the run is not finished, or its map is needed and cannot be found.
 */
export async function openTable(folder: RunFolder, options: TableOptions, isDrawn = false): Promise<ExportTable> {
  const { table: name, grid, note = () => undefined } = options;
  if (grid !== undefined && name !== 'od') throw new UserError(`--grid: ${name} knows no squares. Try: --table od`);
  const geography = isDrawn || onMap.includes(name) ? await openGeography(folder, options) : null;
  const source: ExportSource = {
    folder,
    manifest: readManifest(folder),
    grid: grid ?? null,
    note,
    geography: () => geography!,
  };
  return exportTables[name](source);
}

/**
 * What a file cannot say of itself stands beside it, where the W3C has its place.
 * @see https://www.w3.org/TR/tabular-data-model/#standard-file-metadata
 */
function writeNote(path: string, { name, description, created }: Record<string, string>): void {
  const facts = { 'dc:title': name, ...(description && { 'dc:description': description }), 'dc:created': created };
  const note = { '@context': 'http://www.w3.org/ns/csvw', url: basename(path), ...facts };
  writeDurably(`${path}-metadata.json`, [`${JSON.stringify(note, null, 2)}\n`]);
}

function misfit({ name }: ExportTable, format: string): UserError {
  const others = Object.entries(exportFormats).filter(([, { needsPlaces }]) => !needsPlaces);
  return new UserError(
    `--format ${format}: ${name} have no places on a map. They fit ${others.map(([other]) => other).join(', ')}; ` +
      `what fits ${format} is ${Object.keys(exportTables)
        .filter((other) => other !== name)
        .join(', ')}.`,
  );
}

/** Where the things of a run are. @throws UserError when its map cannot be found. */
export async function openGeography(
  folder: RunFolder,
  { home = DEFAULT_HOME, map }: Pick<ExportOptions, 'home' | 'map'>,
): Promise<Geography> {
  const here = await manifestHere(folder, { home, map });
  const file = await readMapFile(here.map.path, { cacheFolder: join(home, 'cache') });
  if (file.sha256 !== here.map.hash) throw otherMap(folder, here);
  return new Geography(file.map);
}

/** Midnight of a date, milliseconds since 1970. */
function epochOf(date: string): number {
  const epoch = midnightOf(date);
  if (epoch >= SHORTEST) return epoch;
  throw new UserError(`--date ${date}: expected a day from 2002 on, such as ${FIRST_DAY}.`);
}

/** kepler.gl tells milliseconds by their thirteen digits. */
const SHORTEST = Date.UTC(2002, 0, 1);
