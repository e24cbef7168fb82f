import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '@itinera/metrics';
import { writeDurably } from '@itinera/run';
import type { PeopleCosts } from '../wire/findings.js';
import type { ReplayState } from '../wire/replay.js';
import { appFile, MOST_COSTS } from './answer.js';
import type { Library } from './library.js';
import { peoplePage } from './people.js';

/** Runs of more people have no replay in their report: the file would be too large to send. */
const MOST_PEOPLE = 500;
const MOST_CALLS = 500;
const WAIT_MILLISECONDS = 200;
const DAY_BINS = 96 * 3 + 4;

export interface ReportOptions {
  /** Prompts and answers are put in; without, nobody's words leave the machine. */
  readonly withCalls: boolean;
}

/**
 * Writes one file that shows a run anywhere, opened from a disk: charts, and for small runs people and replay.
 * @throws UserError when the run cannot be read, or the file cannot be written
 */
export async function writeReport(library: Library, name: string, path: string, options: ReportOptions): Promise<void> {
  await library.prepare(name);
  const detail = library.detail(name);
  if (detail === null) throw new UserError(`${name}: there is no such run.`);
  const base = `runs/${encodeURIComponent(name)}`;
  const held = { run: name, json: {} as Record<string, unknown>, bytes: {} as Record<string, string> };
  held.json[base] = {
    ...detail,
    manifest: withoutPaths(detail.manifest),
    hasCalls: options.withCalls && detail.hasCalls,
  };
  held.json[`${base}/costs`] = { people: (await library.costs(name)).slice(0, MOST_COSTS) } satisfies PeopleCosts;
  const isSmall = (detail.run.people ?? 0) <= MOST_PEOPLE;
  if (isSmall) {
    await addReplay(library, name, base, held);
    await addPeople(library, name, base, held);
  }
  if (options.withCalls && detail.hasCalls) await addCalls(library, name, base, held);
  writeDurably(path, [page(name, held)]);
}

type Held = { readonly run: string; readonly json: Record<string, unknown>; readonly bytes: Record<string, string> };

async function addReplay(library: Library, name: string, base: string, { json, bytes }: Held): Promise<void> {
  let state: ReplayState | null = library.replay(name);
  while (state?.state === 'working') {
    await wait(WAIT_MILLISECONDS);
    state = library.replay(name);
  }
  if (state?.state !== 'ready') return;
  json[`${base}/replay`] = { ...state, attributes: [] };
  const files = [
    'city',
    'ids',
    'flows',
    'traffic',
    ...Array.from({ length: Math.min(state.bins, DAY_BINS) }, (_, bin) => `bins/${bin}`),
  ];
  for (const file of files) {
    const body = library.replays.file(state.version, file);
    if (body) bytes[`${base}/replay/${state.version}/${file}`] = Buffer.from(body.bytes).toString('base64');
  }
}

async function addPeople(library: Library, name: string, base: string, { json }: Held): Promise<void> {
  const people = await library.peopleWithCosts(name);
  if (!people) return;
  const all: unknown[] = [];
  for (let offset = 0; offset < people.id.length; offset += 200) {
    const { rows } = peoplePage(people, new URLSearchParams({ offset: String(offset) }));
    all.push(...rows);
  }
  json[`${base}/people`] = { total: all.length, offset: 0, rows: all };
  for (const id of people.id) json[`${base}/people/${id}`] = await library.person(name, id);
}

async function addCalls(library: Library, name: string, base: string, { json }: Held): Promise<void> {
  const folder = library.folderOf(name)!;
  const first = await library.calls.page(folder, new URLSearchParams());
  if (!first) return;
  const rows = [...first.rows];
  while (rows.length < Math.min(first.total, MOST_CALLS)) {
    const next = await library.calls.page(folder, new URLSearchParams({ offset: String(rows.length) }));
    if (!next || next.rows.length === 0) break;
    rows.push(...next.rows);
  }
  json[`${base}/calls`] = { ...first, rows, total: rows.length };
  for (const { number } of rows) json[`${base}/calls/${number}`] = await library.calls.text(folder, number);
}

/** Where files lay on the machine is nobody's business. */
function withoutPaths(manifest: Readonly<Record<string, unknown>> | null) {
  if (manifest === null) return null;
  return JSON.parse(
    JSON.stringify(manifest, (_, value) =>
      typeof value === 'string' && /^(\/|[A-Za-z]:[\\/])/.test(value) ? (value.split(/[\\/]/).at(-1) ?? '') : value,
    ),
  ) as Record<string, unknown>;
}

/** One page with all in it; nothing else can run or be loaded. */
function page(name: string, held: Held): string {
  const script = text('app.js').replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const sheet = text('app.css').replaceAll('</style', '<\\/style');
  // In JSON a "<" can always be written so; then no text can end the element that it stands in.
  const data = JSON.stringify(held).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028');
  const hash = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(sheet)}; img-src data: blob:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
  const title = `${name} · Itinera`.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
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

function text(name: string): string {
  const body = appFile(name);
  if (body === null) throw new UserError(`${name} of the viewer is not built. Run: npm run build`);
  return new TextDecoder().decode(body.bytes);
}
