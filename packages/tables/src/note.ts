/** What the name of the note beside a file has after that of the file: https://www.w3.org/TR/tabular-data-model/#standard-file-metadata. */
export const NOTE_ENDING = '-metadata.json';

/** Whether the description of a file, in its metadata or in the note beside it, says that its people do not exist. */
export const saysSynthetic = (description: unknown): boolean => String(description).includes('SYNTHETIC');

/** The same of the text of a note. Other programs write such notes, too, of any content. */
export function isNoteOfSynthetic(text: string): boolean {
  try {
    return saysSynthetic(JSON.parse(text)['dc:description']);
  } catch {
    return false;
  }
}
