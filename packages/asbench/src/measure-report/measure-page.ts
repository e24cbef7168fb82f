import type { MeasureRow, NotComputed, Report, TrajectoryFile } from '@itinera/mobility';
import { droppedRows } from '@itinera/mobility';
import { DARK_PAGE_COLOURS, distributionChart, PAGE_COLOURS, scoreChart } from './charts.js';
import { escapeHtml, shown, table } from './html.js';

const STYLE = `
:root { color-scheme: light dark; ${PAGE_COLOURS} }
@media (prefers-color-scheme: dark) { :root { ${DARK_PAGE_COLOURS} } }
body { margin: 0 auto; max-width: 1100px; padding: 24px 16px 64px; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 26px; } h2 { margin-top: 40px; font-size: 19px; }
p, li { max-width: 75ch; } .soft { color: var(--soft); } .wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px; }
th, td { padding: 4px 10px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 14px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px; }
.card h3 { margin: 0 0 4px; font-size: 15px; } .card p { margin: 4px 0; font-size: 13px; }
.key i { display: inline-block; width: 22px; height: 9px; margin: 0 5px 0 14px; }`;

/** What the page is told beside the report. */
export interface PageFacts {
  readonly real: string;
  readonly generated: string;
  readonly files: Readonly<Record<string, TrajectoryFile>>;
}

/** A report of `realism` as one HTML file that needs nothing else: no script, no network. */
export function measurePage(report: Report, facts: PageFacts): string {
  const first = report.firstScreen.flatMap((name) => report.measures.filter((row) => row.name === name));
  const title = `${facts.generated} beside ${facts.real}`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body>
<h1>How real ${escapeHtml(facts.generated)} looks beside ${escapeHtml(facts.real)}</h1>
${compared(report, facts)}
<h2>First</h2>
<p class="key soft"><i style="background: var(--real-soft)"></i>real<i style="background: var(--accent); height: 2px; vertical-align: middle"></i>generated</p>
<div class="cards">${first.map(card).join('\n')}</div>
<h2>All measures</h2>
<p class="soft">Dot: the Jensen–Shannon divergence (JSD, base 2, 50 bins of the common range), with its 95 % interval. Grey bar: its
ceiling, two halves of the real people. Bar across: its floor, the best built-in model. Cross: people who never move. Lower
is better; a JSD says nothing without its ceiling and n.</p>
<div class="wide">${scoreChart(report.measures)}</div>
${table([
  [
    'measure',
    'unit',
    'real',
    'generated',
    'W₁',
    'KS',
    'JSD',
    '95 %',
    'ceiling',
    'floor',
    'floor model',
    'nobody moves',
    'n',
  ],
  ...report.measures.map(cells),
])}
${list(report.notMeasured.map(({ name, why }) => `${name}: not measured: ${why}`))}
<h2>Utility</h2>
${utility(report)}
<h2>Privacy</h2>
${privacy(report)}
<h2>The three worst, and where</h2>
${worst(report)}
${profile(report)}
<h2>What the measures do not see</h2>
${list(report.measures.map(({ title: name, misses }) => `${name}: ${misses}`))}
</body></html>
`;
}

function list(lines: readonly string[]): string {
  return lines.length === 0
    ? ''
    : `<ul class="soft">${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`;
}

const day = (seconds: number | null) =>
  seconds === null || !(Math.abs(seconds) < 8.64e12)
    ? '–'
    : new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');

function compared(
  { compared: { real, generated, train, holdout, places, notes } }: Report,
  { files }: PageFacts,
): string {
  const sets = Object.entries({ real, generated, train, holdout }).flatMap(([name, set]) =>
    set
      ? [
          [
            name,
            String(set.people),
            String(set.rows),
            set.stays ? 'stays' : 'points',
            day(set.from),
            day(set.to),
            shown(set.trackingQuality, 2),
            String(set.places),
          ],
        ]
      : [],
  );
  const said = Object.entries(files).flatMap(([name, file]) => [...droppedRows(name, file), ...file.notes]);
  return [
    table([['set', 'people', 'rows', 'of', 'from', 'to', 'tracking quality', 'places'], ...sets]),
    `<p>Places: ${escapeHtml(places)}.</p>`,
    list([...said, ...notes]),
  ].join('\n');
}

function card(row: MeasureRow): string {
  const distance =
    row.wasserstein === null ? '' : ` · W₁ ${shown(row.wasserstein, 2)} ${escapeHtml(row.unit)} · KS ${shown(row.ks)}`;
  return `<div class="card"><h3>${escapeHtml(row.title)}</h3>${distributionChart(row)}
<p>JSD ${shown(row.jsd)} (${shown(row.low)} to ${shown(row.high)}), ceiling ${shown(row.ceiling)}, floor ${shown(row.floor)}, n ${row.n} and ${row.generatedN}${distance}</p></div>`;
}

function cells(row: MeasureRow): string[] {
  return [
    escapeHtml(row.title),
    escapeHtml(row.unit),
    shown(row.real, 2),
    shown(row.generated, 2),
    shown(row.wasserstein, 2),
    shown(row.ks),
    shown(row.jsd),
    `${shown(row.low)}–${shown(row.high)}`,
    shown(row.ceiling),
    shown(row.floor),
    escapeHtml(row.floorModel ?? '–'),
    shown(row.nobodyMoves),
    String(Number(row.n.toPrecision(12))),
  ];
}

function utility({ utility: found }: Report): string {
  if ('notComputed' in found) return `<p>Not computed: ${escapeHtml(found.notComputed)}.</p>`;
  const names = ['acc1', 'acc3', 'acc5', 'acc10', 'mrr'] as const;
  const line = (name: string, scores: typeof found.trainedOnReal) => [name, ...names.map((of) => shown(scores[of]))];
  return `<p>A predictor of the next place, tested on ${escapeHtml(found.testedOn === 'holdout' ? 'the people held out' : found.testedOn)}: the share of right guesses when it learned from generated people, beside what it learns from real ones.</p>
${table([['learned from', 'first guess', 'among 3', 'among 5', 'among 10', 'mean reciprocal rank'], line('generated', found.trainedOnGenerated), line('real', found.trainedOnReal)])}`;
}

function privacy({ privacy: found, unicity }: Report): string {
  const unique = `<p>Unicity: ${shown(unicity.generated)} of sets of ${unicity.points} points of generated people are one person's alone; of real people ${shown(unicity.real)}.</p>`;
  if ('notComputed' in found) return `${unique}<p>Not computed: ${escapeHtml(found.notComputed)}.</p>`;
  const value = (of: number | null | NotComputed) =>
    of !== null && typeof of === 'object' ? `not computed: ${escapeHtml(of.notComputed)}` : shown(of);
  return `${unique}${table([
    ['', ''],
    ['exact copies of people learned from', value(found.exactCopies)],
    ['different people among the generated', value(found.distinctShare)],
    ['distance to the closest person learned from', value(found.closestRecord)],
    ['distance to the closest person held out', value(found.closestHoldout)],
    ['share closer to one learned from', value(found.shareCloserToTrain)],
    ['membership inference, AUC', value(found.membershipAuc)],
  ])}`;
}

function worst({ worst: found }: Report): string {
  const above = found.filter(({ excess }) => excess > 0);
  if (above.length === 0) return '<p>No measure lies above its ceiling.</p>';
  return above
    .map(({ title, where, blame }) => {
      const bins = where.map((at) => `${at.where}: ${shown(at.real)} real, ${shown(at.generated)} generated`);
      const who = blame
        ? [
            `${blame.count} ${blame.set} people have most of the first: ${blame.people.join(', ')}${blame.count > blame.people.length ? ' …' : ''}`,
            `their records lie more than real ones at ${[...blame.hours, ...blame.places].join(', ') || 'no hour or place'}`,
          ]
        : [];
      return `<h3>${escapeHtml(title)}</h3>${list([...bins, ...who])}`;
    })
    .join('\n');
}

function profile({ profile: found }: Report): string {
  if (!found || 'notComputed' in found) return '';
  const scores = Object.entries(found.scores).map(([name, score]) => [
    escapeHtml(name),
    Number.isNaN(score) ? '–' : String(score),
  ]);
  return `<h2>What the code of ${escapeHtml(found.profile)} makes of it</h2><p class="soft">No headline: ${escapeHtml(found.faults)}</p>${table([['score', ''], ...scores])}`;
}
