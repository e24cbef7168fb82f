/** Commands that need the network, or that serve until they are stopped. */
export const ENDLESS = /^asbench (--home-dir \S+ )?(clone|ui|worker)\b/;

/**
 * A code block of a page, with the remarks before it. Remarks are HTML comments, which readers of the page do not see:
 *
 * - `run: LINES`: commands that the reader has already run.
 * - `not run: REASON` skips the block; `skip LINE: REASON` skips the lines that start with LINE.
 * - `file: NAME` saves the block under this name; `given: CODE` is put before it; `part of: FILE` says that its lines are
 *   those of a file of the project; `needs: MODULES` skips it unless these Python modules are installed.
 */
export interface Piece {
  readonly language: string;
  readonly lines: readonly string[];
  readonly remarks: readonly Remark[];
}

interface Remark {
  readonly kind: string;
  readonly text: string;
}

const KINDS = ['run', 'not run', 'skip', 'file', 'given', 'part of', 'needs'];

/** Returns the code blocks of a page in order, each with its remarks. A `run` remark is a block itself. */
export function piecesOf(page: string, text: string): Piece[] {
  const pieces: Piece[] = [];
  let remarks: Remark[] = [];
  for (const [, remark, language, code] of text.matchAll(
    /^<!-- ([a-z ]+(?: [^:\n]*)?:[\s\S]*?) -->$|^```(\w*)\n([\s\S]*?)^```$/gm,
  )) {
    if (remark !== undefined) {
      const kind = KINDS.find((known) => new RegExp(`^${known}\\b`).test(remark));
      if (kind === undefined) throw new Error(`${page}: <!-- ${remark} -->: expected one of ${KINDS.join(', ')}.`);
      const words = remark.slice(kind.length).replace(/^:?\s*/, '');
      if (kind === 'run') pieces.push({ language: '', lines: words.split('\n'), remarks: [] });
      else remarks.push({ kind, text: words });
      continue;
    }
    pieces.push({ language: language!, lines: code!.trimEnd().split('\n'), remarks });
    remarks = [];
  }
  if (remarks.length > 0) throw new Error(`${page}: <!-- ${remarks[0]!.kind}: … --> is not followed by a code block.`);
  return pieces;
}

/** The commands of a block: indented lines continue the previous one, and trailing comments are dropped. */
export function commandsOf(lines: readonly string[]): string[] {
  const whole = lines
    .join('\n')
    .replace(/\n {2,}/g, ' ')
    .split('\n');
  return whole
    .map((line) =>
      line
        .replace(/^npx (?=asbench )/, '')
        .split(/\s+#|\s{3,}(?=[a-z])/)[0]!
        .trim(),
    )
    .filter((line) => line !== '');
}
