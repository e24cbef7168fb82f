import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compiledUrl } from '@itinera/metrics';
import type { PeopleCosts } from '../wire/findings.js';
import { pack } from '../wire/packed.js';
import { comparisonOf } from './comparison.js';
import type { Library } from './library.js';
import { peoplePage } from './people.js';
import { type Body, json } from './respond.js';

const PATIENCE_MILLISECONDS = 700;
/** People whose costs are told at once. */
export const MOST_COSTS = 25;

/** Where the page's files are. */
const WEB = fileURLToPath(compiledUrl('../web/', import.meta.url));

const types: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'app.js': 'text/javascript; charset=utf-8',
  'app.css': 'text/css; charset=utf-8',
};

/** A file of the app by its name; null when it is none of the three. */
export function appFile(name: string): Body | null {
  const type = types[name];
  if (type === undefined) return null;
  const path = join(WEB, name);
  return existsSync(path) ? { type, bytes: readFileSync(path) } : null;
}

/** What stands at a path of the server; null when nothing does. */
export async function answer(library: Library, path: readonly string[], query: URLSearchParams): Promise<Body | null> {
  const [first, kind, ...rest] = path;
  if (first !== 'api') return appFile(path.length === 1 && first === '' ? 'index.html' : path.join('/'));
  if (kind === 'runs') return answerRun(library, rest, query);
  if (kind === 'humob' && rest[0] !== undefined) {
    const scoring = await library.scoring(rest[0]);
    return maybe(rest[1] === undefined ? scoring.detail() : scoring.user(Number(rest[1])));
  }
  if (kind === 'compare') {
    const [a = '', b = '', view] = rest;
    if (view === 'differences') return maybeNull(library.differences(a, b));
    return view === undefined ? maybe(await comparisonOf(library, a, b)) : null;
  }
  return null;
}

async function answerRun(library: Library, path: readonly string[], query: URLSearchParams): Promise<Body | null> {
  const [name, view, ...rest] = path;
  if (name === undefined) return json(library.list());
  const folder = library.folderOf(name);
  if (folder === null) return null;
  await library.prepare(name);
  switch (view) {
    case undefined:
      return maybe(library.detail(name));
    case 'replay':
      return answerReplay(library, name, rest);
    case 'costs':
      return json({ people: (await library.costs(name)).slice(0, MOST_COSTS) } satisfies PeopleCosts);
    case 'people': {
      // What people cost may take longer than a page should: then it is there next time.
      await Promise.race([library.peopleWithCosts(name), wait(PATIENCE_MILLISECONDS)]);
      if (rest[0] !== undefined) return maybe(await library.person(name, Number(rest[0])));
      const people = await library.people(name);
      return people && json(peoplePage(people, query));
    }
    case 'calls':
      return maybe(
        await (rest[0] === undefined ? library.calls.page(folder, query) : library.calls.text(folder, Number(rest[0]))),
      );
    default:
      return null;
  }
}

function answerReplay(library: Library, name: string, path: readonly string[]): Body | null {
  const [version, ...file] = path;
  if (version === undefined) return maybe(library.replay(name));
  if (file[0] !== 'attributes') return library.replays.file(version, file.join('/'));
  const attribute = library.attribute(name, Number(file[1]));
  if (attribute === null) return null;
  const { labels, codes } = attribute;
  return { type: 'application/octet-stream', bytes: pack({ head: { labels }, arrays: { codes } }) };
}

/** What is null says so, when it was asked for rightly. */
const maybeNull = async (value: Promise<unknown> | null): Promise<Body | null> =>
  value === null ? null : json({ value: await value });
const maybe = (value: unknown): Body | null => (value === null || value === undefined ? null : json(value));
