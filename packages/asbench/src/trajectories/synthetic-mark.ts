import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isPipe, writeDurably } from '@itinera/base/node';
import { RunFolder, readManifest } from '@itinera/run';
import { isSynthetic } from '@itinera/runner';
import { isNotedSynthetic, noteBeside } from '@itinera/studies';
import { isTableOfSynthetic, NOTE_ENDING } from '@itinera/tables';
import { openFile, STDIN } from '@itinera/tables/node';

/** A sentence for each of these files, folders and runs whose people are marked as synthetic; none for others. */
export function syntheticMarks(...paths: readonly (string | undefined)[]): string[] {
  const marked = paths.filter((path) => path !== undefined && isMarked(path)) as string[];
  return [...new Set(marked.map(syntheticMark))];
}

/** The same also for tables whose own description says so. */
export async function marksOfTables(...paths: readonly (string | undefined)[]): Promise<string[]> {
  const marks = await Promise.all(
    paths.map(async (path) => {
      if (path === undefined) return [];
      const isTable = path !== STDIN && !isPipe(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
      return isTable && (await isTableOfSynthetic(openFile(path))) ? [syntheticMark(path)] : syntheticMarks(path);
    }),
  );
  return [...new Set(marks.flat())];
}

/** The sentence for a file whose people are marked as synthetic. */
export const syntheticMark = (path: string): string => `${basename(path)}: SYNTHETIC people, who do not exist.`;

/** Whether a run, a folder, or the folder or note of a file says that its people are synthetic. Standard input has none. */
function isMarked(path: string): boolean {
  if (path === STDIN) return false;
  if (existsSync(join(path, 'run.json'))) return readManifest(RunFolder.find(dirname(path), path)).dataset.synthetic;
  return isSynthetic(path) || isSynthetic(dirname(path)) || filesNotedIn(path).some(isNotedSynthetic);
}

/** A file itself; in a folder, the files with notes. */
function filesNotedIn(path: string): string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path];
  const notes = readdirSync(path).filter((name) => name.endsWith(NOTE_ENDING));
  return notes.map((name) => join(path, name.slice(0, -NOTE_ENDING.length)));
}

/**
 * Marks files of synthetic people, each by a note beside it. The note of an earlier file, which would say something else about this
 * one, is removed if its people are not synthetic. Pipes have none. To be called after the files are written: a command that fails
 * or is stopped leaves both as they were.
 * @param whose which people they are, such as `by ditras`
 */
export function noteSynthetic(files: readonly (string | undefined)[], whose: string, isMarked = true): void {
  for (const path of files) {
    if (path === undefined || isPipe(path)) continue;
    const description = `SYNTHETIC people ${whose}, who do not exist.`;
    const note = noteBeside(path, { name: `people ${whose}` }, { title: 'SYNTHETIC', description, createdAt: '' });
    if (isMarked) writeDurably(note.path, [note.text]);
    else if (isNotedSynthetic(path)) rmSync(note.path);
  }
}

/** The same for files made from others: they are of synthetic people if one of those is. */
export async function noteAsSources(files: readonly string[], sources: readonly (string | undefined)[]): Promise<void> {
  const marks = await Promise.all(sources.map((path) => marksOfTables(path)));
  const names = sources.filter((_, i) => marks[i]!.length > 0).map((path) => basename(path!));
  noteSynthetic(files, `of ${names.join(', ')}`, names.length > 0);
}
