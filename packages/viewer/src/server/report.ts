import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { markupText, terminalText, UserError } from '@itinera/base';
import { type Address, API, FLOWS, PAGES, pathParts } from '../wire/addresses.js';
import { commandPlace } from '../wire/commands.js';
import type { Differences } from '../wire/comparison.js';
import type { FlowsData } from '../wire/flows.js';
import type { HumobSide } from '../wire/humob.js';
import type { MeasureData } from '../wire/measures.js';
import { packPeople } from '../wire/people-index.js';
import type { ReplayState } from '../wire/replay.js';
import type { RunDetail } from '../wire/runs.js';
import { appText, MOST_COSTS } from './answer.js';
import { comparisonOf } from './comparison.js';
import { openKept } from './humob/open-kept.js';
import type { KeptScoring } from './humob/scorings.js';
import type { Library } from './library.js';
import { OWN } from './measure-reports.js';
import type { Body } from './respond.js';
import { readScores } from './run-list.js';

/** Reports of larger runs contain neither people nor a replay, because the file would be too large to send. */
const MOST_PEOPLE = 500;
const MOST_CALLS = 500;
/** Users that the page of a scoring lists before "Show all". */
const LISTED_USERS = 12;
const WAIT_MILLISECONDS = 200;
const DAY_BINS = 96 * 3 + 4;

export interface ReportOptions {
  /** Whether to include prompts and answers. Without them, no text of a model leaves the machine. */
  readonly withCalls: boolean;
}

/**
 * Returns one HTML file that shows a run without a server: charts, and for small runs people and replay.
 * @throws UserError if the run cannot be read
 */
export async function runReport(library: Library, name: string, options: ReportOptions): Promise<string> {
  const folder = library.folderOf(name);
  if (folder) readScores(folder);
  await library.prepare(name);
  const detail = library.detail(name);
  if (detail === null) throw new UserError(`${name}: run not found.`);
  const held = new Held(pathParts(PAGES.run, { run: name }));
  held.put(API.run.at({ run: name }), publishedRun(detail, options));
  held.put(API.costs.at({ run: name }), { people: (await library.costs(name)).slice(0, MOST_COSTS) });
  if (!detail.isScored) {
    held.put(API.summary.at({ run: name }), (await library.people(name))?.summary ?? null);
    await addTraffic(library, name, held);
    const presence = await library.presence(name);
    held.putFile(API.presence.at({ run: name }), presence && { type: '', bytes: gzipSync(presence) });
  }
  const isSmall = (detail.run.people ?? 0) <= MOST_PEOPLE;
  if (isSmall || !detail.isScored) await addCity(library, name, held);
  if (isSmall) {
    await addReplay(library, name, held);
    await addPeople(library, name, held);
  }
  if (options.withCalls && detail.hasCalls) await addCalls(library, name, held);
  return reportHtml(name, held);
}

/**
 * Returns one HTML file that compares two runs without a server: what changed, the map, and the people who differ most; of small
 * runs also both replays.
 * @param differences of the runs; default: as on the page
 * @throws UserError if a run cannot be read, or they belong to different benchmarks
 */
export async function comparisonReport(
  library: Library,
  runs: readonly [a: string, b: string],
  differences?: Differences,
): Promise<string> {
  const [a, b] = runs;
  const page = await comparisonOf(library, a, b);
  if (page === null) throw new UserError(`${a} or ${b}: run not found.`);
  const held = new Held(pathParts(PAGES.comparison, { a, b }));
  const [first, second] = [page.first, page.second].map((detail) => publishedRun(detail, { withCalls: false })) as [
    RunDetail,
    RunDetail,
  ];
  held.put(API.comparison.at({ a, b }), { ...page, first, second });
  held.put(API.differences.at({ a, b }), { value: differences ?? (await library.differences(a, b)) });
  const answer = differences?.change?.answer;
  const named = new Set([...(page.people ?? []).map(({ id }) => id), ...(answer?.cutOff.ids ?? [])]);
  for (const [i, run] of runs.entries()) {
    const detail = [first, second][i]!;
    held.put(API.run.at({ run }), detail);
    if (!detail.isScored) held.put(API.summary.at({ run }), (await library.people(run))?.summary ?? null);
    await addTraffic(library, run, held);
    await addCity(library, run, held);
    const presence = await library.presence(run);
    held.putFile(API.presence.at({ run }), presence && { type: '', bytes: gzipSync(presence) });
    for (const id of named) held.put(API.person.at({ run, person: id }), await library.person(run, id));
    if ((detail.run.people ?? 0) <= MOST_PEOPLE) await addReplay(library, run, held);
  }
  return reportHtml(`${a} and ${b}`, held);
}

/** Returns a report of `asbench measure` as one HTML file that opens without a server. @param cells from `packMeasureCells` */
export function measureReport(data: MeasureData, cells: Uint8Array | null): string {
  const held = new Held(pathParts(PAGES.measures, { report: OWN }));
  held.put(API.measures.at({ report: OWN }), data);
  held.putFile(API.measureCells.at({ report: OWN }), cells && { type: '', bytes: gzipSync(cells) });
  return reportHtml(`${data.generated} and ${data.real}`, held);
}

/** The same for a score of predicted flows. */
export function flowsReport(data: FlowsData): string {
  const held = new Held(pathParts(PAGES.flows, {}));
  held.put(FLOWS.at({}), data);
  return reportHtml(data.sides.map(({ name }) => name).join(', '), held);
}

/** The same for a scoring of steps: with the map of each side, and the days of its worst and best users. */
export async function scoringReport(name: string, scoring: Omit<KeptScoring, 'format'>): Promise<string> {
  const open = await openKept(name, scoring);
  const detail = open.detail();
  const few = (side: HumobSide): HumobSide => ({
    ...side,
    worst: side.worst.slice(0, LISTED_USERS),
    best: side.best.slice(0, LISTED_USERS),
  });
  const [first, second] = [few(detail.first), detail.second && few(detail.second)];
  const held = new Held(pathParts(PAGES.scoring, { scoring: name }));
  held.put(API.scoring.at({ scoring: name }), { ...detail, first, second });
  for (const submission of second ? [0, 1] : [0])
    held.putFile(API.scoringCells.at({ scoring: name, submission }), {
      type: '',
      bytes: gzipSync(open.cells(submission)!),
    });
  for (const { uid } of [...first.worst, ...first.best])
    held.put(API.scoringUser.at({ scoring: name, user: uid }), open.user(uid));
  return reportHtml(name, held);
}

/** The data of a report by address. */
class Held {
  readonly json: Record<string, unknown> = {};
  readonly bytes: Record<string, string> = {};
  /** @param home parts of the address of the first page */
  constructor(readonly home: readonly string[]) {}

  put<T>(address: Address<T>, value: T | null): void {
    this.json[address] = value;
  }

  putFile(address: Address<ArrayBuffer>, body: Body | null): void {
    if (body) this.bytes[address] = Buffer.from(body.bytes).toString('base64');
  }
}

/** Waits until the replay of a run is prepared. @returns null if it has none */
export async function readyReplay(library: Library, run: string) {
  let state: ReplayState | null = library.replay(run);
  while (state?.state === 'working') {
    await wait(WAIT_MILLISECONDS);
    state = library.replay(run);
  }
  return state?.state === 'ready' ? state : null;
}

async function addTraffic(library: Library, run: string, held: Held): Promise<void> {
  const traffic = await library.traffic(run);
  if (traffic !== null) held.put(API.traffic.at({ run }), traffic);
}

async function addCity(library: Library, run: string, held: Held): Promise<void> {
  const bytes = await library.city(run);
  held.putFile(API.city.at({ run }), bytes && { type: '', bytes });
}

async function addReplay(library: Library, run: string, held: Held): Promise<void> {
  const state = await readyReplay(library, run);
  if (state === null) return;
  const { version } = state;
  held.put(API.replay.at({ run }), { ...state, attributes: [] });
  for (const file of ['ids', 'flows', 'traffic', 'trips'])
    held.putFile(API.replayFile.at({ run, version, file }), library.replays.file(version, file));
  for (let bin = 0; bin < Math.min(state.bins, DAY_BINS); bin++)
    held.putFile(API.replayBin.at({ run, version, bin }), library.replays.file(version, `bins/${bin}`));
}

async function addPeople(library: Library, run: string, held: Held): Promise<void> {
  const people = await library.peopleWithCosts(run);
  if (!people) return;
  const index = packPeople(people, await library.peopleFacts(run));
  held.putFile(API.peopleIndex.at({ run }), { type: '', bytes: gzipSync(index) });
  for (const id of people.id) held.put(API.person.at({ run, person: id }), await library.person(run, id));
}

async function addCalls(library: Library, run: string, held: Held): Promise<void> {
  const folder = library.folderOf(run)!;
  const first = await library.calls.page(folder, new URLSearchParams());
  if (!first) return;
  const rows = [...first.rows];
  while (rows.length < Math.min(first.total, MOST_CALLS)) {
    const next = await library.calls.page(folder, new URLSearchParams({ offset: String(rows.length) }));
    if (!next || next.rows.length === 0) break;
    rows.push(...next.rows);
  }
  held.put(API.calls.at({ run }), { ...first, rows, total: rows.length });
  for (const { number } of rows) held.put(API.call.at({ run, call: number }), await library.calls.text(folder, number));
}

/** The page of a run for others: with the names of files instead of their paths, and calls only if requested. */
export function publishedRun(detail: RunDetail, { withCalls }: ReportOptions): RunDetail {
  return {
    ...detail,
    manifest: withoutPaths(detail.manifest),
    hasCalls: withCalls && detail.hasCalls,
    command: commandPlace(detail.run.name),
  };
}

function withoutPaths(manifest: RunDetail['manifest']): RunDetail['manifest'] {
  if (manifest === null) return null;
  return JSON.parse(
    JSON.stringify(manifest, (_, value) =>
      typeof value === 'string' && /^(\/|[A-Za-z]:[\\/])/.test(value) ? (value.split(/[\\/]/).at(-1) ?? '') : value,
    ),
  ) as Record<string, unknown>;
}

/** One page with its data. Its policy prevents anything else from running or loading. */
function reportHtml(name: string, held: Held): string {
  const script = appText('report.js').replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const sheet = appText('app.css').replaceAll('</style', '<\\/style');
  // Escaped, no text in the JSON can end the element that holds it.
  const data = terminalText(JSON.stringify(held)).replaceAll('<', '\\u003c');
  const hash = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(sheet)}; img-src data: blob:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
  const title = markupText(`${name} · Itinera`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${sheet}</style>
</head>
<body>
<div id="app"></div>
<script type="application/json" id="itinera-data">${data}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}
