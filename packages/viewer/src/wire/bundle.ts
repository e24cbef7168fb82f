import { API, match } from './addresses.js';

/** People, calls or users whose data share a file of a bundle. */
const CHUNKED = [
  { pattern: API.person.pattern, name: 'person', size: 100 },
  { pattern: API.call.pattern, name: 'call', size: 100 },
] as const;
/** Names that are the same in files and addresses of any system. */
const PLAIN = /^[A-Za-z0-9][\w.-]{0,99}$/;

/** The contents of a bundle, in its page. */
export interface BundleIndex {
  /** Parts of the address of the first page. */
  readonly home: readonly string[];
  /** Names that cannot be used in addresses of files on every system, and what stands for them. */
  readonly names: readonly (readonly [name: string, part: string])[];
  /** The files without their folder and ending, except quarter hours of replays. */
  readonly files: readonly string[];
  /** Files that are not written, since another has the same bytes; absent in bundles of earlier versions. */
  readonly same?: Readonly<Record<string, string>>;
}

/** The file of a bundle that holds the data of an address, without its ending, and their key if it holds those of several. */
export interface BundleFile {
  readonly file: string;
  readonly key: string | null;
}

/** Returns the names of runs and scorings for which something else must stand in the names of files. */
export function namesInFiles(names: readonly string[]): BundleIndex['names'] {
  const used = new Set<string>();
  return names.flatMap((name, i): BundleIndex['names'] => {
    const isPlain = PLAIN.test(name) && !name.endsWith('.') && !used.has(name.toLowerCase());
    used.add(name.toLowerCase());
    return isPlain ? [] : [[name, `~${i}`]];
  });
}

/** Returns the file of an address, which may have an offset as its only query. */
export function fileOf(address: string, names: BundleIndex['names']): BundleFile {
  const [path = '', query] = address.split('?');
  const standIns = new Map(names);
  const parts = path.split('/').map(decodeURIComponent);
  const inFiles = parts.map((part) => standIns.get(part) ?? part);
  for (const { pattern, name, size } of CHUNKED) {
    const key = (match(pattern as string, parts) as Readonly<Record<string, string>> | null)?.[name];
    if (key === undefined) continue;
    return { file: [...inFiles.slice(0, -1), `~${Math.floor(Number(key) / size)}`].join('/'), key };
  }
  const offset = query === undefined ? '' : `~${new URLSearchParams(query).get('offset')}`;
  return { file: inFiles.join('/') + offset, key: null };
}
