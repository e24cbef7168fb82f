import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { counted, latexText, parseJson, UserError } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import { measures, type Report, syntheticNotes } from '@itinera/mobility';
import { VERSION } from '@itinera/run';
import { citation, entriesOf, itineraEntry, tex } from './citation.js';

const FILE = 'measures.json';

/** The report of `asbench measure -o` by its folder or path; null if it is not one. */
export function measuresIn(name: string): string | null {
  const path = basename(name) === FILE ? name : join(name, FILE);
  return existsSync(path) ? path : null;
}

/** A methods paragraph on a comparison of trajectories, and the BibTeX of its measures. @throws UserError if the report is damaged */
export function citeMeasures(path: string): string {
  const report = reportAt(path);
  const { verdict, compared, measures: rows } = report;
  const sourceOf = new Map(measures.map(({ meta }) => [meta.name, meta.source]));
  const entries = entriesOf(rows.flatMap(({ name }) => sourceOf.get(name) ?? []));
  const keyOf = (name: string) => entries.find(({ source }) => source === sourceOf.get(name))?.key;
  const side = (name: string, { people, rows }: Report['compared']['real']) =>
    `${counted(people, `${name} person`, `${name} people`)} (${counted(rows, 'record')})`;
  const unknown = rows.filter(({ differs }) => differs === null).map(({ title }) => title);
  const untold = unknown.length === 0 ? '' : ` (${unknown.join('; ')})`;
  const named = rows.map(({ name, title }) => {
    const key = keyOf(name);
    return key === undefined ? latexText(title) : `${latexText(title)} \\cite{${key}}`;
  });
  const paragraph = [
    tex`We compared ${side('generated', compared.generated)} with ${side('real', compared.real)} by the measures of Itinera ${VERSION} \cite{itinera}; places are ${compared.places}.`,
    tex`Of ${counted(verdict.measures, 'measure')}, ${counted(verdict.different, 'differs', 'differ')} at a false discovery rate of 5\,\% (Benjamini--Hochberg over all measures, p values of permutation tests), ${counted(verdict.same, 'shows', 'show')} no difference at a power of 80\,\%, and for ${verdict.unknown} the sample is too small to tell${untold}.`,
    `Measures: ${named.join('; ')}.`,
    ...[...syntheticNotes(report), ...compared.notes].map((note) => latexText(note)),
  ].join('\n');
  return citation(paragraph, [itineraEntry(VERSION), ...entries.map(({ text }) => text)]);
}

/** The report of `asbench measure` at a path. @throws UserError if it is not one */
export function reportAt(path: string): Report {
  const report = parseJson(new TextDecoder().decode(readWithin(path)), path) as Partial<Report> | null;
  if (Array.isArray(report?.measures) && report.verdict && Array.isArray(report.compared?.notes))
    return report as Report;
  throw new UserError(`${path} is not a report of measures. Write one with: asbench measure REAL GENERATED -o FOLDER`);
}
