import { type Address, PROBLEM } from '../wire/addresses.js';
import { type BundleIndex, fileOf } from '../wire/bundle.js';
import { Connection } from './connection.js';

/** The source of the pages' data: a server, the files of a bundle, or the report that contains them. */
export interface Source {
  /** False for a bundle or a report, which no longer changes and contains only part of the data. */
  readonly live: boolean;
  /** Parts of the address of the first page. */
  readonly home: readonly string[];
  has(address: Address<unknown>): boolean;
  /** The part of a search that the source can answer: everything, or only from where the list is shown. */
  searchFor(search: URLSearchParams): URLSearchParams | undefined;
  json<T>(address: Address<T>): Promise<T>;
  bytes(address: Address<ArrayBuffer>): Promise<ArrayBuffer>;
}

const server: Source = {
  live: true,
  home: [],
  has: () => true,
  searchFor: (search) => search,
  json: async (address) => (await get(`api/${address}`)).json(),
  bytes: async (address) => (await get(`api/${address}`)).arrayBuffer(),
};

const SLOWEST_PING = 5000;

/** The connection to the server; a report never uses it. */
export const connection = new Connection(
  async () => (await fetch('app.css', { method: 'HEAD', cache: 'no-store' })).ok,
  (failures) => new Promise((resolve) => setTimeout(resolve, Math.min(SLOWEST_PING, 500 * 2 ** failures))),
);

async function get(address: string): Promise<Response> {
  const response = await connection
    .request(() => fetch(address, { headers: { accept: `*/*, ${PROBLEM}` } }))
    .catch(() => {
      throw new Error('The server does not answer. Is asbench ui still running?');
    });
  if (response.ok && response.headers.get('content-type')?.startsWith(PROBLEM) !== true) return response;
  const body = (await response.json().catch(() => null)) as { error?: string } | null;
  throw new Error(body?.error ?? `The server answered with status ${response.status}.`);
}

const unzipped = (packed: Blob): Promise<ArrayBuffer> =>
  new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
const notHeld = (what: string) => new Error(`The ${what} does not contain this.`);
const onlyOffset = (search: URLSearchParams) => {
  const offset = search.get('offset');
  return offset ? new URLSearchParams({ offset }) : undefined;
};

/** The files of a bundle, next to its page. */
export function bundleSource({ home, names, files, same = {} }: BundleIndex): Source {
  const held = new Set(files);
  const load = async (path: string) => {
    const response = await fetch(`data/${path}`);
    if (!response.ok) throw notHeld('site');
    return response;
  };
  return {
    live: false,
    home,
    has: (address) => held.has(fileOf(address, names).file),
    searchFor: onlyOffset,
    json: async <T>(address: Address<T>) => {
      const { file, key } = fileOf(address, names);
      if (!held.has(file)) throw notHeld('site');
      const value = await (await load(`${file}.json`)).json();
      if (key !== null && !Object.hasOwn(value, key)) throw notHeld('site');
      return (key === null ? value : value[key]) as T;
    },
    bytes: async (address) => {
      const { file } = fileOf(address, names);
      return unzipped(await (await load(`${Object.hasOwn(same, file) ? same[file] : file}.bin`)).blob());
    },
  };
}

/** The data of a report by address: JSON unchanged; bytes, and long JSON, as gzip in base64. */
export interface Embedded {
  readonly home: readonly string[];
  readonly json: Readonly<Record<string, unknown>>;
  readonly bytes: Readonly<Record<string, string>>;
  /** Addresses whose bytes are those of another; absent in reports of earlier versions. */
  readonly same?: Readonly<Record<string, string>>;
}

export function reportSource({ home, json, bytes, same = {} }: Embedded): Source {
  const unpacked = (address: string) => {
    const text = bytes[same[address] ?? address];
    if (text === undefined) throw notHeld('report');
    return unzipped(new Blob([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))]));
  };
  return {
    live: false,
    home,
    has: (address) => address in json || address in bytes || address in same,
    searchFor: onlyOffset,
    json: async <T>(address: Address<T>) =>
      (address in json ? json[address] : JSON.parse(new TextDecoder().decode(await unpacked(address)))) as T,
    bytes: async (address) => unpacked(address),
  };
}

const held = globalThis.document?.getElementById('itinera-data')?.textContent;
const given = held ? (JSON.parse(held) as Embedded | BundleIndex) : null;

/** The source of this page. */
export let source: Source = given === null ? server : 'files' in given ? bundleSource(given) : reportSource(given);

/** Takes the data of this page from another source. */
export function setSource(next: Source): void {
  source = next;
}
