import { counted, decimals, pValueText } from '@itinera/base';
import type { MeasureRow, PrivacyReport, Report, TrajectoryFile } from '@itinera/mobility';
import { notesOfFiles } from '@itinera/mobility';
import type { Suite } from '../measure/suite.js';
import { rangeText } from './realism-lines.js';
import { textTable } from './text-table.js';

const shown = (value: number | null, digits = 3) => (value === null ? '–' : decimals(value, digits));
const share = (value: number | null) => (value === null ? '–' : `${(100 * value).toFixed(1)} %`);

/** Describes a report. */
export function describeMeasures(report: Report, files: Readonly<Record<string, TrajectoryFile>>): string {
  const first = report.measures.filter(({ name }) => report.firstScreen.includes(name));
  const others = report.measures.filter(({ name }) => !report.firstScreen.includes(name));
  const { privacy, unicity, profile } = report;
  return [
    report.verdict.says,
    '',
    ...notesOfFiles(files),
    ...describeCompared(report, files),
    `places: ${report.compared.places}`,
    ...report.compared.notes,
    '',
    ...(others.length > 0 ? [table(others), ''] : []),
    ...describeUtility(report),
    `unicity at ${unicity.points} points: ${shown(unicity.generated)} generated, ${shown(unicity.real)} real`,
    ...('notComputed' in privacy ? [`privacy: not computed: ${privacy.notComputed}`] : describePrivacy(privacy)),
    ...(profile && 'scores' in profile
      ? [`${profile.profile}: ${JSON.stringify(profile.scores)}. ${profile.faults}`]
      : []),
    ...worstLines(report),
    '',
    'differs: yes at a false discovery rate of 5 %; no: not found at a power of 80 % for half the real value (a quarter of the weight); ?: the sample is too small to tell. JSD: lower is better; ceiling: two samples of one distribution with as many people; floor: the best built-in model.',
    // The most important table and the verdict come last, next to the prompt.
    ...(first.length > 0 ? [table(first), ''] : []),
    report.verdict.says,
  ].join('\n');
}

/** What is compared, where it is not what the files contain. */
function describeCompared({ compared }: Report, files: Readonly<Record<string, TrajectoryFile>>): string[] {
  return (['real', 'generated'] as const).flatMap((name) => {
    const { people, rows } = compared[name];
    const file = files[name]?.trajectories;
    if (file?.people.length === people && file.times.length === rows) return [];
    return [`compared: ${counted(people, `${name} person`, `${name} people`)}, ${counted(rows, 'row')}`];
  });
}

function describeUtility({ utility }: Report): string[] {
  if ('notComputed' in utility) return [`utility: not computed: ${utility.notComputed}`];
  const { trainedOnGenerated, trainedOnReal, testedOn, doubt } = utility;
  const isHeldOut = testedOn === 'holdout';
  const [tested, others] = isHeldOut ? ['the held-out people', 'real people'] : [testedOn, 'the other half'];
  return [
    `utility: a model trained on the generated people predicts ${share(trainedOnGenerated.acc1)} of the next places of ${tested}, one trained on ${others} ${share(trainedOnReal.acc1)}`,
    ...(doubt === null ? [] : [`  ${doubt}`]),
  ];
}

function describePrivacy(privacy: PrivacyReport): string[] {
  const { exactCopies, closestRecord, closestHoldout, shareCloserToTrain, membershipAuc } = privacy;
  const isKnown = (value: PrivacyReport['membershipAuc']): value is number => typeof value === 'number';
  const heldOut = isKnown(closestHoldout) ? `, from the closest held-out person in ${share(closestHoldout)}` : '';
  return [
    `privacy: ${share(exactCopies)} of the generated people are copies of training people; half of them differ from the closest training person in ${share(closestRecord)} of the time or more${heldOut}`,
    ...(isKnown(shareCloserToTrain) && isKnown(membershipAuc)
      ? [
          `  ${share(shareCloserToTrain)} are closer to training than to held-out people (half: no leak); membership attack: AUC ${shown(membershipAuc)} (0.5: no leak)`,
        ]
      : []),
  ];
}

/** Describes the laws of mobility, one verdict per line. */
export function describeLaws({ laws, weeks, weekNotes }: Suite): string {
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
    '',
    ...weekNotes,
    describeWeeks(weeks),
  ].join('\n');
}

/** Describes the laws over weeks of one or more sets of people. */
export function describeWeeks(sides: Suite['weeks']): string {
  const [known, short] = [true, false].map((isKnown) =>
    Object.entries(sides).filter(([, rows]) => rows.length > 0 === isKnown),
  );
  // One side may lack some laws.
  const laws = new Map(known!.flatMap(([, rows]) => rows.map((row) => [row.measure, row] as const)));
  const rows = [...laws].map(([measure, { digits, observed }]) => [
    measure,
    ...known!.flatMap(([, of]) => {
      const row = of.find((one) => one.measure === measure);
      return row === undefined ? ['–', '–', 'no data'] : [shown(row.value, digits), rangeText(row), row.verdict];
    }),
    observed === null ? 'no figure' : rangeText({ ...observed, digits }),
  ]);
  return [
    ...short!.map(([side]) => `${side}: shorter than two weeks, so the laws over weeks are not computed`),
    ...(rows.length > 0
      ? [
          textTable([['laws over weeks', ...known!.flatMap(([side]) => [side, 'interval', '']), 'published'], ...rows]),
          ...new Set(
            [...laws.values()].flatMap(({ observed }) =>
              observed ? [`published: ${observed.source}, ${observed.data}`] : [],
            ),
          ),
        ]
      : []),
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
