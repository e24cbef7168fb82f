/** The name that `word` most likely stands for; null if none is similar. */
export function nearest(word: string, names: readonly string[]): string | null {
  let best: string | null = null;
  let least = 1 + Math.max(2, Math.floor(word.length / 3));
  for (const name of names) {
    const distance = distanceOf(name, word);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/**
 * ` Did you mean "run"?`, to follow a sentence, for the name that a word most likely stands for, or the only name that begins
 * with it or, from three letters, contains it; empty if there is none.
 */
export function didYouMean(word: string, names: readonly string[]): string {
  const own = plain(word);
  const only = (found: readonly string[]) => (found.length === 1 ? found[0]! : null);
  const name =
    only(names.filter((name) => own !== '' && plain(name).startsWith(own))) ??
    nearest(word, names) ??
    only(names.filter((name) => own.length >= 3 && plain(name).includes(own)));
  return name === null ? '' : ` Did you mean "${name}"?`;
}

/** The names most similar to `word`, however different; those that contain it, or that it contains, come first. */
export function nearestNames(word: string, names: readonly string[], count: number): string[] {
  const [own, longest] = [plain(word), names.reduce((most, { length }) => Math.max(most, length), word.length)];
  const rank = (name: string) => {
    const other = plain(name);
    const isPart = other !== '' && own !== '' && (other.includes(own) || own.includes(other));
    return distanceOf(name, word) - (isPart ? 2 * longest : 0);
  };
  return names
    .map((name) => ({ name, rank: rank(name) }))
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function distanceOf(name: string, word: string): number {
  return plain(name) === plain(word) ? 0 : editDistance(name.toLowerCase(), word.toLowerCase());
}

/** Letters to add, to remove, to replace or to exchange with the next. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
        isExchanged ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
