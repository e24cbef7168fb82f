import { counted, pValueText } from '@itinera/base';
import type { LawRow, MeasureRow, Report, TrajectoryFile } from '@itinera/mobility';
import { notesOfFiles } from '@itinera/mobility';
import { textTable } from './text-table.js';

const shown = (value: number | null, digits = 3) => (value === null ? '–' : value.toFixed(digits));

/** Describes a report. */
export function describeMeasures(report: Report, files: Readonly<Record<string, TrajectoryFile>>): string {
  const set = (name: string, { people, rows, trackingQuality }: Report['compared']['real']) =>
    `${name}: ${counted(people, 'person', 'people')}, ${rows} rows, ${shown(trackingQuality, 2)} of their time recorded`;
  const first = report.measures.filter(({ name }) => report.firstScreen.includes(name));
  const others = report.measures.filter(({ name }) => !report.firstScreen.includes(name));
  const { utility, privacy, unicity, profile } = report;
  return [
    report.verdict.says,
    '',
    set('real', report.compared.real),
    set('generated', report.compared.generated),
    ...notesOfFiles(files),
    `places: ${report.compared.places}`,
    ...report.compared.notes,
    '',
    ...(others.length > 0 ? [table(others), ''] : []),
    'notComputed' in utility
      ? `utility: not computed: ${utility.notComputed}`
      : `utility: next place predicted with accuracy ${shown(utility.trainedOnGenerated.acc1)} when trained on generated people, ${shown(utility.trainedOnReal.acc1)} when trained on real ones`,
    `unicity at ${unicity.points} points: ${shown(unicity.generated)} generated, ${shown(unicity.real)} real`,
    'notComputed' in privacy ? `privacy: not computed: ${privacy.notComputed}` : `privacy: ${JSON.stringify(privacy)}`,
    ...(profile && 'scores' in profile
      ? [`${profile.profile}: ${JSON.stringify(profile.scores)}. ${profile.faults}`]
      : []),
    ...worstLines(report),
    '',
    'differs: beyond chance, at 5 % false discoveries; ? if the sample cannot tell. JSD: lower is better; ceiling: two samples of one law with as many people; floor: the best built-in model.',
    // The most important table and the verdict come last, next to the prompt.
    ...(first.length > 0 ? [table(first), ''] : []),
    report.verdict.says,
  ].join('\n');
}

/** Describes the laws of mobility, one verdict per line. */
export function describeLaws(laws: readonly LawRow[]): string {
  const rows = laws.map(({ name, unit, digits, real, generated, difference, spread, isWithin }) => [
    name,
    unit,
    ...[real, generated, difference, spread].map((value) => shown(value, digits)),
    isWithin === null ? 'not computed' : isWithin ? 'within the spread' : 'OUTSIDE',
  ]);
  const known = laws.filter(({ isWithin }) => isWithin !== null);
  const within = known.filter(({ isWithin }) => isWithin === true);
  return [
    textTable([['law', 'unit', 'real', 'generated', 'difference', 'spread', 'verdict'], ...rows]),
    `${within.length} of ${known.length} laws are within the spread: 95 % of the differences between two halves of the real people.`,
  ].join('\n');
}

function worstLines({ worst }: Report): string[] {
  return worst
    .filter(({ excess }) => excess > 0)
    .flatMap(({ title, where, blame }) => [
      `worst: ${title}: ${where.map((at) => `${at.where} (${shown(at.real)} real, ${shown(at.generated)} generated)`).join('; ')}`,
      ...(blame
        ? [
            `  mostly due to ${blame.count} ${blame.set} people: ${blame.people.join(', ')}${blame.count > blame.people.length ? ' …' : ''}; over-represented: ${[...blame.hours, ...blame.places].join(', ') || 'no hour or place'}`,
          ]
        : []),
    ]);
}

function table(rows: readonly MeasureRow[]): string {
  return textTable([
    [
      'measure',
      'unit',
      'real',
      'generated',
      'differs',
      'effect',
      'p',
      'W1',
      'KS',
      'JSD',
      'low',
      'high',
      'ceiling',
      'floor',
      'nobody moves',
      'n',
    ],
    ...rows.map((row) => [
      row.title,
      row.unit,
      shown(row.real, 2),
      shown(row.generated, 2),
      row.differs === null ? '?' : row.differs ? 'yes' : 'no',
      row.effect === null ? '–' : `${shown(row.effect, 2)} ${row.effectUnit}`.trim(),
      pValueText(row.p),
      shown(row.wasserstein, 2),
      shown(row.ks),
      shown(row.jsd),
      shown(row.low),
      shown(row.high),
      shown(row.ceiling),
      shown(row.floor),
      shown(row.nobodyMoves),
      // Sums of weights are off from whole numbers by rounding.
      String(Number(row.n.toPrecision(12))),
    ]),
  ]);
}
