import { join } from 'node:path';
import { midnightOf, UserError } from '@itinera/base';
import { isPipe, writeDurably, writeFileSet } from '@itinera/base/node';
import { readMapFile } from '@itinera/city';
import { DEFAULT_HOME, type RunFolder, readManifest } from '@itinera/run';
import { manifestHere, otherMap, syntheticNotice } from '@itinera/runner';
import type { ExportTable } from './export-table.js';
import { noteBeside } from './formats/file-info.js';
import { type ExportFormat, type ExportFormatName, exportFormats } from './formats/formats.js';
import { Geography } from './geography.js';
import { type ExportSource, type ExportTableName, exportTables } from './tables.js';

/** The export of a run: table, format and options. */
export interface ExportOptions {
  readonly table: ExportTableName;
  readonly format: ExportFormatName;
  /** The file; default: named after run and table, in the working folder. */
  readonly output?: string | undefined;
  /** Folder in which maps are found by hash and cached. */
  readonly home?: string | undefined;
  /** The map of the run, if it has moved. */
  readonly map?: string | undefined;
  /** Side of the squares of an origin–destination matrix, metres; default: by AOI. */
  readonly grid?: number | undefined;
  /** Day 0 of the run, `YYYY-MM-DD`, if it has no dates: kepler.gl requires them. */
  readonly date?: string | undefined;
  /** Receives notes about the file. */
  readonly note?: ((message: string) => void) | undefined;
}

const FIRST_DAY = '2024-01-01';
/** Tables that require the map of the run in every format. */
const onMap: readonly ExportTableName[] = ['stays', 'od', 'road-counts'];

/**
 * Writes a table of a run as one file for other programs. One group of people is in memory at a time, and the file appears
 * when it is complete.
 * @returns the path of the file.
 * @throws UserError when the format does not support the table, the run is not finished, or its map is missing.
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
  const data = [path, (file: string) => writeDurably(file, format.write(table, info))] as const;
  if (!format.needsNote || isPipe(path)) data[1](path);
  else {
    const beside = noteBeside(path, table, info);
    await writeFileSet([data, [beside.path, (file) => writeDurably(file, [beside.text])]]);
  }
  return path;
}

/** The table to read. */
export type TableOptions = Pick<ExportOptions, 'table' | 'home' | 'map' | 'grid' | 'note'>;

/**
 * Opens a table of a run, which is read while its rows are consumed.
 * @param isDrawn whether to include places
 * @throws UserError when the run is not finished, or its map is required and missing.
 */
export async function openTable(folder: RunFolder, options: TableOptions, isDrawn = false): Promise<ExportTable> {
  const { table: name, grid, note = () => undefined } = options;
  if (grid !== undefined && name !== 'od') throw new UserError(`--grid: not supported for ${name}. Try: --table od`);
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

function misfit({ name }: ExportTable, format: string): UserError {
  const others = Object.entries(exportFormats).filter(([, { needsPlaces }]) => !needsPlaces);
  return new UserError(
    `--format ${format}: ${name} have no places on a map. Formats for them: ${others.map(([other]) => other).join(', ')}; ` +
      `tables for ${format}: ${Object.keys(exportTables)
        .filter((other) => other !== name)
        .join(', ')}.`,
  );
}

/** Opens the geography of a run. @throws UserError when its map is missing. */
export async function openGeography(
  folder: RunFolder,
  { home = DEFAULT_HOME, map }: Pick<ExportOptions, 'home' | 'map'>,
): Promise<Geography> {
  const here = await manifestHere(folder, { home, map });
  const file = await readMapFile(here.map.path, { cacheFolder: join(home, 'cache') });
  if (file.sha256 !== here.map.hash) throw otherMap(folder, here);
  return new Geography(file.map);
}

/** Returns midnight of a date, milliseconds since 1970. */
function epochOf(date: string): number {
  const epoch = midnightOf(date);
  if (epoch >= SHORTEST) return epoch;
  throw new UserError(`--date ${date}: expected a date in 2002 or later, such as ${FIRST_DAY}.`);
}

/** kepler.gl recognises milliseconds by their thirteen digits. */
const SHORTEST = Date.UTC(2002, 0, 1);
