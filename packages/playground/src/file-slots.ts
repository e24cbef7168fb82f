import { isNoteOfSynthetic, NOTE_ENDING } from '@itinera/tables';

/** A file that a tab needs. */
export interface FileSlot {
  readonly role: string;
  readonly label: string;
  readonly hint: string;
  readonly optional?: true;
}

/** Something that was dropped: a file, or a folder, which browsers list as a file. */
export interface DroppedFile {
  readonly file: File;
  readonly isFolder: boolean;
}

type ChosenFiles = Readonly<Record<string, File>>;

/**
 * Assigns dropped files to slots: to the one that they were dropped on, else to the empty ones in order.
 * @returns the files by role; or a message if they cannot be assigned
 */
export function assignFiles(
  slots: readonly FileSlot[],
  chosen: ChosenFiles,
  dropped: readonly DroppedFile[],
  onto?: string,
): ChosenFiles | string {
  if (dropped.some(({ isFolder }) => isFolder)) return 'That is a folder. Drop the files in it.';
  if (dropped.length === 0) return 'No file was dropped.';
  const empty = slots.map(({ role }) => role).filter((role) => role !== onto && chosen[role] === undefined);
  const roles = onto === undefined ? empty : [onto, ...empty];
  // If all slots are full, new files replace the old ones.
  const free = roles.length >= dropped.length ? roles : slots.map(({ role }) => role);
  if (dropped.length > free.length)
    return `${dropped.length} files were dropped, but at most ${free.length} are needed here. Drop fewer.`;
  return { ...chosen, ...Object.fromEntries(dropped.map(({ file }, i) => [free[i]!, file])) };
}

/** Whether a file is the note beside another one, as `asbench humob synth` writes it. */
export const isNote = ({ file }: DroppedFile): boolean => file.name.endsWith(NOTE_ENDING);

/** The names of the files whose people do not exist, by their notes. */
export async function notedSynthetic(notes: readonly DroppedFile[]): Promise<readonly string[]> {
  const texts = await Promise.all(notes.map(({ file }) => file.text()));
  return notes.flatMap(({ file }, i) =>
    isNoteOfSynthetic(texts[i]!) ? [file.name.slice(0, -NOTE_ENDING.length)] : [],
  );
}

/** What a drop contains. */
export function droppedFiles(transfer: DataTransfer | null): DroppedFile[] {
  return [...(transfer?.items ?? [])].flatMap((item) => {
    const file = item.getAsFile();
    return file ? [{ file, isFolder: item.webkitGetAsEntry?.()?.isDirectory === true }] : [];
  });
}
