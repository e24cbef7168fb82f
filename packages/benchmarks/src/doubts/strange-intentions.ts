import { counted, grouped, nearest, printable } from '@itinera/base';
import { NO_INTENTION } from '@itinera/run/browser';

const MAX_SHOWN = 5;

/** Describes unknown intentions in one sentence; null if there are none. */
export function strangeIntentions(rows: ReadonlyMap<string, number>, known: readonly string[]): string | null {
  const all = [...rows.values()].reduce((sum, n) => sum + n, 0);
  const strange = [...rows]
    .filter(([text, n]) => n > 0 && text !== NO_INTENTION && !known.includes(text))
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (strange.length === 0) return null;
  const total = strange.reduce((sum, [, n]) => sum + n, 0);
  const shown = strange.slice(0, MAX_SHOWN).map(([text, n]) => {
    const near = nearest(text, known) ?? kindred(text, known);
    return `"${printable(text, 40)}" (${counted(n, 'row')}${near === null ? '' : `; did you mean "${near}"?`})`;
  });
  const more = strange.length > MAX_SHOWN ? ` and ${grouped(strange.length - MAX_SHOWN)} more` : '';
  return (
    `${grouped(total)} of ${grouped(all)} rows have an unknown intention, which counts as "other": ` +
    `${shown.join(', ')}${more}. Known: ${known.join(', ')}.`
  );
}

/** Returns a name that shares a word with a text, as `home activity` does with `At home`. */
function kindred(text: string, names: readonly string[]): string | null {
  const words = wordsOf(text);
  const isAlike = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);
  return names.find((name) => wordsOf(name).some((word) => words.some((other) => isAlike(word, other)))) ?? null;
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .match(/\p{L}{3,}/gu)
      ?.filter((word) => word !== 'and') ?? []
  );
}
