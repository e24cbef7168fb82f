import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '@itinera/base';
import { API } from '../wire/addresses.js';
import type { MeasureData } from '../wire/measures.js';
import type { ListedMeasures } from '../wire/runs.js';
import type { Body } from './respond.js';

const PAGE = 'report.html';
/** Bytes; a report has a few megabytes at most. */
const LARGEST = 64 * 2 ** 20;

/** The name under which a report of measures holds its own data. */
export const OWN = 'report';

/** The reports of `asbench measure -o` in folders: those that are such a report, and those with one in a subfolder. */
export class MeasureReports {
  readonly #folders: readonly string[];
  readonly #items = new Map<string, { readonly stamp: string; readonly item: ListedMeasures }>();
  #last: { readonly stamp: string; readonly held: HeldMeasures } | null = null;

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  list(): ListedMeasures[] {
    return [...this.#paths()].map(([name, path]) => this.#listed(name, path));
  }

  /** The data of a report; null if there is none of that name. @throws UserError if it is damaged */
  data(name: string): MeasureData | null {
    return this.#read(name)?.data ?? null;
  }

  /** A file that the page of a report holds; null if it does not. */
  file(name: string, kind: 'measureCells' | 'measureCity'): Body | null {
    const text = this.#read(name)?.files[API[kind].at({ report: OWN })];
    if (text === undefined) return null;
    return { type: 'application/octet-stream', bytes: Buffer.from(text, 'base64'), packed: true };
  }

  /** What is listed of a report; once for each state of its page. */
  #listed(name: string, path: string): ListedMeasures {
    const { mtimeMs, size } = statSync(path);
    const stamp = JSON.stringify([path, mtimeMs, size]);
    const known = this.#items.get(name);
    if (known?.stamp === stamp) return known.item;
    const item = this.#readItem(name, path);
    this.#items.set(name, { stamp, item });
    return item;
  }

  #readItem(name: string, path: string): ListedMeasures {
    try {
      const { real, generated, report } = this.#read(name, path)!.data;
      const { people } = report.compared.generated;
      const { measures, different } = report.verdict;
      return { name, trouble: null, real, generated, people, measures, different };
    } catch (error) {
      const nothing = { real: null, generated: null, people: null, measures: null, different: null };
      return { name, trouble: (error as Error).message, ...nothing };
    }
  }

  /** The pages by the names of their folders. */
  #paths(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    const add = (folder: string) => {
      const isReport = [PAGE, 'measures.json'].every((file) => existsSync(join(folder, file)));
      if (isReport && !found.has(basename(folder))) found.set(basename(folder), join(folder, PAGE));
    };
    for (const folder of this.#folders) {
      if (!existsSync(folder)) continue;
      add(folder);
      for (const entry of readdirSync(folder, { withFileTypes: true }))
        if (entry.isDirectory()) add(join(folder, entry.name));
    }
    return found;
  }

  #read(name: string, path = this.#paths().get(name)): HeldMeasures | null {
    if (path === undefined) return null;
    const { mtimeMs, size } = statSync(path);
    const stamp = JSON.stringify([path, mtimeMs, size]);
    if (this.#last?.stamp === stamp) return this.#last.held;
    const held = size > LARGEST ? null : heldIn(readFileSync(path, 'utf8'));
    if (held === null)
      throw new UserError(`${name}: ${PAGE} is not a report of this version. Write it again with asbench measure -o`);
    this.#last = { stamp, held };
    return held;
  }
}

interface HeldMeasures {
  readonly data: MeasureData;
  /** By address: gzip in base64. */
  readonly files: Readonly<Record<string, string>>;
}

function heldIn(page: string): HeldMeasures | null {
  const text = /<script type="application\/json" id="itinera-data">(.*?)<\/script>/s.exec(page)?.[1];
  try {
    const { json, bytes } = JSON.parse(text ?? '');
    const data = json[API.measures.at({ report: OWN })] as MeasureData | undefined;
    return data?.report.verdict ? { data, files: bytes } : null;
  } catch {
    return null;
  }
}
