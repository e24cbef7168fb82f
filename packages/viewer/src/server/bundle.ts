import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { UserError } from '@itinera/base';
import { writeSet } from '@itinera/base/node';
import { type Address, PAGES, pathParts } from '../wire/addresses.js';
import { type BundleIndex, fileOf, namesInFiles } from '../wire/bundle.js';
import { appFile, appParts, appText } from './app-files.js';
import type { Library } from './library.js';
import { ADDRESSES, type Kind, type Limits, type Published, publishedAt } from './published.js';
import { CONTENT_POLICY } from './respond.js';
import { readScores } from './run-list.js';

/** Limits per run, which keep a bundle small enough for static hosting. */
const LIMITS: Limits = { people: 5000, calls: 5000, bins: 7 * 96 + 4 };
const DATA = 'data';
/** Scripts of an earlier bundle, which may have other names. */
const APP_PART = /^part-\w+\.js$/;
const MARK = '<meta name="generator" content="Itinera bundle" />';
/** Entries of a folder that do not count: the folder of a repository whose pages the bundle will be,
 * and unfinished files. */
const IGNORED = ['.git'];

export interface BundleOptions extends Published {
  readonly onProgress?: (text: string, done: number, total: number) => void;
}

export interface BundleSize {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Writes a static site of runs, which any web server can serve under any path. It replaces an earlier bundle once it is
 * complete.
 * @throws UserError if a run is in progress or cannot be read, or if the folder has other contents
 */
export async function writeBundle(library: Library, folder: string, options: BundleOptions): Promise<BundleSize> {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UserError(`${folder} is a file. Pass a new or an empty folder.`);
  const names = [...options.runs, ...options.scorings, ...options.measures, ...(options.flows ?? [])];
  for (const run of options.runs) await requireReadable(library, run);
  const home = names.length === 1 ? homeOf(options) : [];
  const site = await writeSet(folder, 'bundle', async (stage) => {
    requireOwnFolder(folder);
    const site = new Site(stage, home, namesInFiles(names));
    // Run by run, since the library keeps the data of only a few runs in memory.
    for (const [done, run] of [...options.runs, null].entries()) {
      options.onProgress?.(`Writing ${run ?? 'comparisons'}.`, done, options.runs.length + 1);
      const chosen = { library, ...options, run, limits: LIMITS };
      for (const kind of Object.keys(ADDRESSES) as Kind[])
        for (const address of await ADDRESSES[kind](chosen))
          site.add(address, await publishedAt(address, kind, chosen));
    }
    return site.finish();
  });
  removeOthers(folder, site.written);
  return site.size;
}

/** Removes the files of earlier bundles that the new one does not have. */
function removeOthers(folder: string, written: ReadonlySet<string>): void {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of names) {
    const path = relative(folder, join(parentPath, name));
    if ((APP_PART.test(path) || dirname(path).split(sep)[0] === DATA) && !written.has(path)) rmSync(join(folder, path));
  }
}

/** The first page of a bundle of a single thing. */
function homeOf(options: BundleOptions): readonly string[] {
  const {
    runs: [run],
    scorings: [scoring],
    measures: [report],
    flows: [kept] = [],
  } = options;
  if (kept !== undefined) return pathParts(PAGES.keptFlows, { scoring: kept });
  if (run !== undefined) return pathParts(PAGES.run, { run });
  return scoring !== undefined
    ? pathParts(PAGES.scoring, { scoring })
    : pathParts(PAGES.measures, { report: report ?? '' });
}

/** The files of a bundle. */
class Site {
  readonly #folder: string;
  readonly #data: string;
  readonly #index: Omit<BundleIndex, 'files'> & { readonly files: string[]; readonly same: Record<string, string> };
  /** The files of bytes by their content. */
  readonly #files = new Map<string, string>();
  /** The file with the values of several addresses that is being filled. */
  #chunk: { readonly file: string; readonly values: Map<string, unknown> } | null = null;
  #bytes = 0;
  /** Paths within the folder. */
  readonly written = new Set<string>();

  constructor(folder: string, home: readonly string[], names: BundleIndex['names']) {
    this.#folder = folder;
    this.#data = join(folder, DATA);
    this.#index = { home, names, files: [], same: {} };
  }

  get size(): BundleSize {
    return { files: this.written.size, bytes: this.#bytes };
  }

  /** Adds what is published at an address. */
  add(address: Address<unknown>, found: Awaited<ReturnType<typeof publishedAt>>): void {
    if (found === null) return;
    const { file, key } = fileOf(address, this.#index.names);
    if ('bytes' in found) {
      // Those of quarter hours are not listed, because they are many.
      if (!/\/bins\/\d+$/.test(file)) this.#index.files.push(file);
      // Runs of one city have one map.
      const content = createHash('sha256').update(found.bytes).digest('base64');
      const first = this.#files.get(content);
      if (first !== undefined) {
        this.#index.same[file] = first;
        return;
      }
      this.#files.set(content, file);
      this.#write(join(this.#data, `${file}.bin`), found.packed ? found.bytes : gzipSync(found.bytes));
      return;
    }
    const { value } = found;
    if (key === null) {
      this.#put(file, value);
      return;
    }
    if (this.#chunk?.file !== file) this.#flush();
    this.#chunk ??= { file, values: new Map() };
    this.#chunk.values.set(key, value);
  }

  /** Adds the page. */
  finish(): this {
    this.#flush();
    for (const name of appParts()) this.#write(join(this.#folder, name), appFile(name)!.bytes);
    // Without this file, GitHub Pages omits names that begin with an underscore.
    this.#write(join(this.#folder, '.nojekyll'), '');
    this.#write(join(this.#folder, 'index.html'), pageOf(this.#index));
    return this;
  }

  #flush(): void {
    if (this.#chunk === null) return;
    const { file, values } = this.#chunk;
    this.#chunk = null;
    this.#put(file, Object.fromEntries(values));
  }

  #put(file: string, value: unknown): void {
    this.#index.files.push(file);
    this.#write(join(this.#data, `${file}.json`), JSON.stringify(value));
  }

  #write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    this.written.add(relative(this.#folder, path));
    this.#bytes += Buffer.byteLength(content);
  }
}

/** What a page shows that no server serves: browsers load no scripts from the disk. */
const FROM_DISK = `<section class="state late"><h1>Loading</h1><p>If nothing else appears, this page was opened from the disk, where browsers load no scripts. Serve its folder and open the address: <code>python3 -m http.server</code>, or <code>npx serve</code>. A page that opens from the disk: <code>asbench runs report RUN</code>.</p></section>`;

/** The page of the app with its policy and the contents of the bundle. */
function pageOf(index: BundleIndex): string {
  // Escaped, no name in the JSON can end the element that holds it.
  const contents = JSON.stringify(index).replaceAll('<', '\\u003c');
  const head = `${MARK}\n    <meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}" />\n    `;
  return appText('index.html')
    .replace('<meta name="viewport"', () => `${head}<meta name="viewport"`)
    .replace('<div id="app"></div>', () => `<div id="app">${FROM_DISK}</div>`)
    .replace('</body>', () => `  <script type="application/json" id="itinera-data">${contents}</script>\n  </body>`);
}

function requireOwnFolder(folder: string): void {
  if (!existsSync(folder)) return;
  const page = join(folder, 'index.html');
  if (readdirSync(folder).every((name) => IGNORED.includes(name) || name.endsWith('.part'))) return;
  if (existsSync(page) && readFileSync(page, 'utf8').includes(MARK)) return;
  throw new UserError(`${folder} is not empty and is not an earlier bundle. Pass a new or an empty folder.`);
}

async function requireReadable(library: Library, run: string): Promise<void> {
  const folder = library.folderOf(run);
  if (folder) readScores(folder);
  await library.prepare(run);
  const detail = library.detail(run);
  if (detail === null) throw new UserError(`${run}: run not found.`);
  if (detail.run.trouble) throw new UserError(`${run}: ${detail.run.trouble}`);
  if (detail.run.state === 'running')
    throw new UserError(`${run} is in progress. Write the bundle when it has finished, or stop it.`);
}
