import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { markupText, terminalText, UserError } from '@itinera/base';
import type { FlowsData, HumobSide, OpenScoring } from '@itinera/humob';
import { packScoringCells } from '../data/scoring-cells.js';
import { type Address, API, FLOWS, PAGES, pathParts } from '../wire/addresses.js';
import type { Differences } from '../wire/comparison.js';
import type { MeasureData } from '../wire/measures.js';
import type { RunDetail } from '../wire/runs.js';
import { appText } from './answer.js';
import { comparisonOf } from './comparison.js';
import type { Library } from './library.js';
import { OWN } from './measure-reports.js';
import { ADDRESSES, type Kind, type Limits, type Published, publishedAt, publishedRun } from './published.js';
import { readScores } from './run-list.js';

/** Reports of larger runs contain neither people nor a replay, because the file would be too large to send. */
const LIMITS: Limits = { people: 500, calls: 500, bins: 96 * 3 + 4 };
/** Users that the page of a scoring lists before "Show all". */
const LISTED_USERS = 12;
const REPLAY: readonly Kind[] = ['replay', 'replayFile', 'replayBin', 'replayAttribute'];

export type ReportOptions = Pick<Published, 'withCalls'>;

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
  const isSmall = (detail.run.people ?? 0) <= LIMITS.people;
  const kinds: Kind[] = ['run', 'costs', 'calls', 'call'];
  if (!detail.isScored) kinds.push('summary', 'traffic', 'presence');
  if (isSmall || !detail.isScored) kinds.push('city');
  if (isSmall) kinds.push(...REPLAY, 'peopleIndex', 'person');
  await held.addRun(library, name, kinds, options.withCalls);
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
  const held = new Held(pathParts(PAGES.comparison, { a, b }));
  const [first, second] = [page.first, page.second].map((detail) =>
    publishedRun(detail, { runs: [a, b], withCalls: false }),
  ) as [RunDetail, RunDetail];
  held.put(API.comparison.at({ a, b }), { ...page, first, second });
  held.put(API.differences.at({ a, b }), { value: differences ?? (await library.differences(a, b)) });
  const answer = differences?.change?.answer;
  const named = new Set([...(page.people ?? []).map(({ id }) => id), ...(answer?.cutOff.ids ?? [])]);
  for (const [i, run] of runs.entries()) {
    const { isScored, run: item } = [first, second][i]!;
    // Once they are known, the pages of people have them.
    await library.costs(run);
    const kinds: Kind[] = ['run', 'traffic', 'city', 'presence'];
    if (!isScored) kinds.push('summary');
    if ((item.people ?? 0) <= LIMITS.people) kinds.push(...REPLAY);
    await held.addRun(library, run, kinds, false);
    for (const id of named) held.put(API.person.at({ run, person: id }), await library.person(run, id));
  }
  return reportHtml(page.names.join(' and '), held);
}

/**
 * Returns a report of `asbench measure` as one HTML file that opens without a server.
 * @param cells from `packMeasureCells` @param city the map below them, from `measureGround`
 */
export function measureReport(data: MeasureData, cells: Uint8Array | null, city: Uint8Array | null = null): string {
  const held = new Held(pathParts(PAGES.measures, { report: OWN }));
  held.put(API.measures.at({ report: OWN }), data);
  held.putFile(API.measureCells.at({ report: OWN }), cells);
  held.putFile(API.measureCity.at({ report: OWN }), city);
  return reportHtml(`${data.generated} and ${data.real}`, held);
}

/** The same for a score of predicted flows. */
export function flowsReport(data: FlowsData): string {
  const held = new Held(pathParts(PAGES.flows, {}));
  held.put(FLOWS.at({}), data);
  return reportHtml(data.sides.map(({ name }) => name).join(', '), held);
}

/** The same for a scoring of steps: with the map of each side, and the days of its worst and best users. */
export function scoringReport(name: string, open: OpenScoring): string {
  const detail = open.detail();
  const few = (side: HumobSide): HumobSide => ({
    ...side,
    worst: side.worst.slice(0, LISTED_USERS),
    best: side.best.slice(0, LISTED_USERS),
  });
  const [first, second] = [few(detail.first), detail.second && few(detail.second)];
  const held = new Held(pathParts(PAGES.scoring, { scoring: name }));
  held.put(API.scoring.at({ scoring: name }), { ...detail, first, second });
  for (const [submission, steps] of open.submissions.entries())
    held.putFile(API.scoringCells.at({ scoring: name, submission }), packScoringCells(open.reference, steps));
  for (const { uid } of [...first.worst, ...first.best])
    held.putPacked(API.scoringUser.at({ scoring: name, user: uid }), open.user(uid));
  return reportHtml(name, held);
}

/** The data of a report by address. */
class Held {
  readonly json: Record<string, unknown> = {};
  readonly bytes: Record<string, string> = {};
  readonly same: Record<string, string> = {};
  readonly #addressOf = new Map<string, string>();
  /** @param home parts of the address of the first page */
  constructor(readonly home: readonly string[]) {}

  put<T>(address: Address<T>, value: T | null): void {
    this.json[address] = value;
  }

  putFile(address: Address<ArrayBuffer>, bytes: Uint8Array | null): void {
    if (bytes) this.bytes[address] = gzipSync(bytes).toString('base64');
  }

  putPacked<T>(address: Address<T>, value: T | null): void {
    this.#putOnce(address, gzipSync(JSON.stringify(value)));
  }

  #putValue(address: string, value: unknown): void {
    const text = JSON.stringify(value);
    if (text.length < LONG) this.json[address] = value;
    else this.#putOnce(address, gzipSync(text));
  }

  /** Runs of a comparison share their city. */
  #putOnce(address: string, packed: Buffer): void {
    const text = packed.toString('base64');
    const first = this.#addressOf.get(text);
    if (first === undefined) {
      this.#addressOf.set(text, address);
      this.bytes[address] = text;
    } else this.same[address] = first;
  }

  /** Adds the data of some kinds of a run. */
  async addRun(library: Library, run: string, kinds: readonly Kind[], withCalls: boolean): Promise<void> {
    const chosen = { library, run, withCalls, runs: [run], scorings: [], measures: [], limits: LIMITS };
    for (const kind of kinds)
      for (const address of await ADDRESSES[kind](chosen)) {
        const found = await publishedAt(address, kind, chosen);
        if (found === null) continue;
        if ('value' in found) this.#putValue(address, found.value);
        else this.#putOnce(address, Buffer.from(found.packed ? found.bytes : gzipSync(found.bytes)));
      }
  }
}

/** Longer JSON is packed, characters. */
const LONG = 100_000;

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
