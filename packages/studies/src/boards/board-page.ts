import { createHash } from 'node:crypto';
import { counted, markupText, printable } from '@itinera/base';
import type { HandedInRun, ScoredEntry } from './handed-in.js';
import type { Standing } from './judge.js';
import { teamKey } from './team-key.js';

export interface BoardContents {
  readonly title: string;
  readonly runs: readonly HandedInRun[];
  /** Standings by a hidden truth; null without one. */
  readonly standings: readonly Standing[] | null;
  /** Addresses of reports, by the place of a run. */
  readonly reports: ReadonlyMap<string, string>;
}

const STYLE = `:root{color-scheme:light dark;--line:#8884;--soft:#777}
body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;margin:.5rem 0 2rem}
th,td{text-align:left;padding:.4rem .8rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600;white-space:nowrap}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.good{font-weight:600}
.soft{color:var(--soft)}`;

const STATES: Readonly<Record<HandedInRun['state'], string>> = {
  reproduced: 'reproduced, every byte is equal',
  verified: 'verified, not rerun',
  'not reproduced': 'NOT reproduced',
  'not verified': 'not fully verified',
  edited: 'EDITED after the run',
  unreadable: 'cannot be read',
};

/** Copies that a row names. */
const MOST_COPIES = 3;

/** A leaderboard as one page without scripts, which opens from the disk. */
export function boardPage({ title, runs, standings, reports }: BoardContents): string {
  const boards = new Map<string, (HandedInRun & { readonly scored: ScoredEntry })[]>();
  for (const run of runs) {
    if (run.scored === null) continue;
    const { task, task_version, synthetic, people } = run.scored;
    const size = people === null ? '? people' : counted(people, 'person', 'people');
    const key = `${task} ${task_version}, ${size}${synthetic ? ', SYNTHETIC data' : ''}`;
    boards.set(key, [...(boards.get(key) ?? []), { ...run, scored: run.scored }]);
  }
  const unscored = runs.filter(({ scored }) => scored === null);
  const link = ({ place }: HandedInRun) => {
    const report = reports.get(place);
    return report === undefined
      ? markupText(place)
      : `<a href="${markupText(encodeURIComponent(report))}">${markupText(place)}</a>`;
  };
  const sections = [
    ...(standings === null ? [] : [standingsSection(standings, runs, link)]),
    ...[...boards].map(([heading, entries]) => {
      const sorted = entries.toSorted((a, b) => worthOf(b) - worthOf(a) || (a.place < b.place ? -1 : 1));
      // Runs with the same results share a rank.
      const ranks = new Map<string | null, string>();
      for (const run of sorted)
        if (isRanked(run) && !ranks.has(run.results)) ranks.set(run.results, String(ranks.size + 1));
      const rows = sorted.map((run) => [
        number((isRanked(run) && ranks.get(run.results)) || '–'),
        markupText(run.team),
        link(run),
        markupText(run.scored.agent),
        markupText(run.scored.llm || '–'),
        number(points(run.scored.final_score)),
        number(`${points(run.scored.low)} to ${points(run.scored.high)}`),
        stateOf(run),
      ]);
      const columns = ['', 'team', 'run', 'agent', 'model', 'score', '95 % interval', 'check'];
      return section(heading, columns, rows);
    }),
    ...(unscored.length === 0
      ? []
      : [
          section(
            'Runs without scores on public data',
            ['team', 'run', 'check'],
            unscored.map((run) => [markupText(run.team), link(run), stateOf(run)]),
          ),
        ]),
  ];
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${markupText(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${markupText(title)}</h1>
${sections.join('\n')}
<p class="soft">Scores are out of 100. Runs that are edited, invalid or not reproduced have no rank; runs with the same results share one. Made with asbench runs board.</p>
</body>
</html>
`;
}

/** Whether a run takes part in the ranking. */
export const isRanked = (run: HandedInRun): boolean => isIntact(run) && run.scored?.final_score != null;

/** Whether a run passed its checks, and its result, if it was scored, is valid. */
const isIntact = ({ state, scored }: HandedInRun): boolean =>
  (state === 'reproduced' || state === 'verified') && (scored?.doubts ?? []).length === 0;

const worthOf = (run: HandedInRun) => (isRanked(run) ? run.scored!.final_score! : Number.NEGATIVE_INFINITY);

function standingsSection(
  standings: readonly Standing[],
  runs: readonly HandedInRun[],
  link: (run: HandedInRun) => string,
): string {
  const teams = standings.map((standing) => {
    const own = runs.filter(
      ({ results, team }) =>
        results !== null && results === standing.results && teamKey(team) === teamKey(standing.team),
    );
    return { ...standing, run: own.find(isIntact) ?? own[0] };
  });
  // A team that handed in no run is ranked by its results alone.
  const ranked = teams.filter(({ best, run }) => best !== null && (run === undefined || isIntact(run)));
  const rows = teams.map((standing) => {
    const { team, best, judgements, run } = standing;
    return [
      number(ranked.includes(standing) ? String(1 + ranked.findIndex((other) => other.best === best)) : '–'),
      markupText(team),
      number(best === null ? '–' : String(best)),
      number(String(judgements)),
      run ? link(run) : '<span class="soft">no run was handed in</span>',
      run ? stateOf(run) : '–',
    ];
  });
  const data = standings.some(({ synthetic }) => synthetic) ? ', SYNTHETIC data' : '';
  return section(`Hidden truth${data}`, ['', 'team', 'best score', 'judgements', 'run', 'check'], rows);
}

/** Names the runs with the same results. */
export function describeCopies({ sameAs }: HandedInRun): string {
  const more = sameAs.length > MOST_COPIES ? ` and ${sameAs.length - MOST_COPIES} more` : '';
  return sameAs.length === 0 ? '' : `same results as ${sameAs.slice(0, MOST_COPIES).join(', ')}${more}`;
}

function stateOf(run: HandedInRun): string {
  const { state, reason, scored } = run;
  const good = state === 'reproduced' ? ' class="good"' : '';
  const why = [describeCopies(run), reason, ...(scored?.doubts ?? [])].filter((text) => text !== '').join('; ');
  return `<span${good}>${STATES[state]}</span>${why === '' ? '' : `<br><span class="soft">${markupText(printable(why, 500))}</span>`}`;
}

const points = (value: number | null) => (value === null ? '–' : value.toFixed(2));
/** A cell of a right-aligned column. */
const number = (text: string) => ({ number: text });
type Cell = string | { readonly number: string };

function section(heading: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = (row: readonly Cell[]) =>
    row.map((cell) => (typeof cell === 'string' ? `<td>${cell}</td>` : `<td class="number">${cell.number}</td>`));
  const head = columns.map((name, i) => {
    const isNumber = typeof rows[0]?.[i] === 'object';
    return `<th scope="col"${isNumber ? ' class="number"' : ''}>${name}</th>`;
  });
  return `<h2>${markupText(heading)}</h2>
<div class="wide"><table>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${cells(row).join('')}</tr>`).join('\n')}
</tbody>
</table></div>`;
}
