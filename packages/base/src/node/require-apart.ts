import { realpathSync, statSync } from 'node:fs';
import { UserError } from '../user-error.js';

/**
 * Refuses outputs that would replace an input, before any work: files are compared by their real paths, so that links
 * and other spellings of a path are the same file. Folders, pipes, devices and missing files are apart from everything.
 * @param outputs paths to write, each with what the error calls it, such as `--per-user`
 * @throws UserError with the input, the output and the next step
 */
export function requireApart(
  inputs: readonly string[],
  outputs: readonly (readonly [path: string, name: string])[],
): void {
  const places = new Map(inputs.map((path) => [placeOfFile(path), path]));
  for (const [path, name] of outputs) {
    const place = placeOfFile(path);
    const input = place === undefined ? undefined : places.get(place);
    if (input !== undefined)
      throw new UserError(
        `${input} is an input, and ${name} would replace it. Write to another place, or copy the input first.`,
      );
  }
}

/** Undefined unless the path is a file. */
function placeOfFile(path: string): string | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ? realpathSync.native(path) : undefined;
  } catch {
    // A path through a file, or one that may not be read: reported where it is opened.
    return undefined;
  }
}
