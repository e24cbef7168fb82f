/** Neighbouring changed lines of a text, with the unchanged lines around them. */
export interface Hunk {
  /** Number of the first line in the first and in the second text, from 1. */
  readonly from: readonly [number, number];
  /** Each line after `-` (only in the first text), `+` (only in the second) or a space (in both). */
  readonly lines: readonly string[];
}

/** Changes beyond which the rest of two files counts as replaced; the search takes quadratic time and memory. */
const MOST_CHANGES = 1500;
/** Unchanged lines around a change. */
const CONTEXT = 3;

/** The changed lines of two texts, in hunks. The search is that of Myers, which finds the fewest changes. */
export function lineDiff(before: string, after: string): Hunk[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const marks = [
    ...' '.repeat(start),
    ...marksOf(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...' '.repeat(end),
  ];
  return hunksOf(a, b, marks);
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));

/** A mark for each line of the fewest changes that turn `a` into `b`: `-`, `+` or a space. */
function marksOf(a: readonly string[], b: readonly string[]): string[] {
  const most = Math.min(MOST_CHANGES, a.length + b.length);
  // The end of the longest path on each diagonal, before each number of changes.
  const steps: Int32Array[] = [];
  const ends = new Int32Array(2 * most + 3);
  const at = (k: number) => k + most + 1;
  const isDown = (k: number, d: number, own: Int32Array) => k === -d || (k !== d && own[at(k - 1)]! < own[at(k + 1)]!);
  for (let d = 0; d <= most; d++) {
    steps.push(ends.slice());
    for (let k = -d; k <= d; k += 2) {
      let x = isDown(k, d, ends) ? ends[at(k + 1)]! : ends[at(k - 1)]! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      ends[at(k)] = x;
      if (x >= a.length && x - k >= b.length) return backwards(d, k, x);
    }
  }
  return [...'-'.repeat(a.length), ...'+'.repeat(b.length)];

  function backwards(d: number, k: number, x: number): string[] {
    const marks: string[] = [];
    for (; d > 0; d--) {
      const own = steps[d]!;
      const down = isDown(k, d, own);
      k += down ? 1 : -1;
      const from = own[at(k)]!;
      for (const start = down ? from : from + 1; x > start; x--) marks.push(' ');
      marks.push(down ? '+' : '-');
      x = from;
    }
    return [...marks, ...' '.repeat(x)].reverse();
  }
}

function hunksOf(a: readonly string[], b: readonly string[], marks: readonly string[]): Hunk[] {
  const isNear = new Uint8Array(marks.length);
  for (const [i, mark] of marks.entries()) if (mark !== ' ') isNear.fill(1, Math.max(0, i - CONTEXT), i + CONTEXT + 1);
  const hunks: { readonly from: [number, number]; readonly lines: string[] }[] = [];
  let [line, other] = [0, 0];
  for (const [i, mark] of marks.entries()) {
    if (isNear[i] === 1) {
      if (isNear[i - 1] !== 1) hunks.push({ from: [line + 1, other + 1], lines: [] });
      hunks.at(-1)!.lines.push(`${mark}${mark === '+' ? b[other] : a[line]}`);
    }
    if (mark !== '+') line++;
    if (mark !== '-') other++;
  }
  return hunks;
}
