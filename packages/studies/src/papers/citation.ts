import { bibtexText, latexText } from '@itinera/base';
import { PUBLISHED, type Published } from './published.js';

/** A methods paragraph, and the BibTeX entries that it cites. */
export function citation(paragraph: string, entries: readonly string[]): string {
  return `% Methods\n${paragraph}\n\n% BibTeX\n${entries.join('\n\n')}\n`;
}

export function itineraEntry(version: string): string {
  return `@software{itinera,\n  title = {Itinera: simulation and scoring of human mobility},\n  author = {{The Itinera authors}},\n  version = {${bibtexText(version)}},\n  year = {2026}\n}`;
}

/** The BibTeX entry of a source. */
interface Entry {
  readonly source: string;
  readonly key: string;
  readonly text: string;
}

/** The entries of sources, each once and with a key of its own; those that are not papers are omitted. */
export function entriesOf(sources: readonly string[]): Entry[] {
  const taken = new Set<string>();
  return [...new Set(sources)].flatMap((source) => {
    const entry = entryOf(source, taken);
    if (entry === undefined) return [];
    taken.add(entry.key);
    return [entry];
  });
}

/** LaTeX with values, which are escaped. */
export function tex({ raw }: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw }, ...values.map((value) => latexText(String(value))));
}

/** The BibTeX entry of a source such as `J. Lin (1991), Divergence measures, doi:10.1109/18.61115`; undefined for other texts. @param taken keys of other entries */
function entryOf(source: string, taken: ReadonlySet<string>): Entry | undefined {
  const [, author, year, title, doi] = /^(.+?) \((\d{4})\), (.+?)(?:, doi:([\w.()/:-]+))?(?:;.*)?$/.exec(source) ?? [];
  if (author === undefined || doi === undefined) return undefined;
  const first = `${author
    .replace(/ et al\.?$/, '')
    .split(/,| and /)[0]!
    .split(/[ .]+/)
    .at(-1)!
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\W/g, '')}${year}`;
  const key = [...' bcdefgh'].map((letter) => `${first}${letter.trim()}`).find((one) => !taken.has(one))!;
  const { journal, booktitle, ...known }: Partial<Published> = PUBLISHED[doi] ?? {
    author: author.replace(/ et al\.?$/, ' and others').replaceAll(', ', ' and '),
    title: title!,
  };
  const kind = journal ? 'article' : booktitle ? 'inproceedings' : 'misc';
  const lines = Object.entries({ ...known, journal, booktitle, year, doi }).flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name} = {${name === 'doi' ? value : bibtexText(value)}}`],
  );
  return { source, key, text: `@${kind}{${key},\n${lines.join(',\n')}\n}` };
}
