/** How commands name the home and the folder of a run; both are safe in a shell. */
export interface CommandPlace {
  /** `asbench`, with the home if it is known. */
  readonly program: string;
  readonly run: string;
}

/** A word quoted for a shell, whatever characters it contains. */
export function quoted(word: string): string {
  if (/^[\w./:\\][\w./:\\-]*$/.test(word)) return word;
  // A word that starts with a dash would be an option.
  const path = word.startsWith('-') ? `./${word}` : word;
  // Windows supports only double quotes, in which other shells run commands.
  return /["$`!\\\n]/.test(path) ? `'${path.replaceAll("'", "'\\''")}'` : `"${path}"`;
}

/** The place of a run for readers of a report, who may have it in their own home. */
export const commandPlace = (run: string): CommandPlace => ({ program: 'asbench', run: quoted(run) });
