import { UserError } from './user-error.js';

// The limits on the cost of an untrusted file. Readers check them before they spend memory or time.

/** Limits on the cost of a file; raise them for a file that you trust. */
export interface Limits {
  /** Unpacked bytes per byte of the file, beyond 64 MiB: 200 by default. */
  readonly ratio?: number;
  /** Maximum bytes of a file that is kept in memory as a whole, such as JSON: 400 MiB by default. */
  readonly wholeBytes?: number;
}

/** Each is described in docs/project/reliability.md. */
const USUAL = {
  /** Maximum unpacked bytes of any file, and per byte of the file. */
  unpackedBytes: 2 ** 26,
  unpackRatio: 200,
  /** Maximum size of a file that is kept in memory as a whole. */
  wholeBytes: 400 * 2 ** 20,
  /** Maximum memory for the values of a JSON text. */
  jsonMemory: 2 ** 31,
  /** Number of lists and objects in JSON that may have less than six bytes each. */
  hollowValues: 100_000,
  /** Maximum number of different names in JSON, except numbers; each takes as much time as ten values. */
  jsonNames: 300_000,
  /** Maximum size of an Overpass response. Parsed JSON takes eight times as much memory. */
  overpassBytes: 2 ** 28,
  /** Maximum metadata of a Parquet file: in bytes, and per byte of the file. In memory, metadata takes 30 times as much. */
  metadataBytes: 2 ** 22,
  metadataRatio: 0.1,
  /** Maximum bytes in a row of text. */
  rowBytes: 2 ** 20,
  /** Maximum bytes of a recorded call of a language model. */
  callBytes: 2 ** 25,
  /** Maximum size of a configuration; lower for YAML, whose parser is slow. */
  configBytes: 1_000_000,
  yamlCharacters: 100_000,
  yamlAliases: 1000,
  /** Maximum nesting depth of JSON and pickles. */
  depth: 500,
  /** Maximum bytes in a line of origin–destination flows, flows in such a file, and values in a line of unusual form. */
  odLineBytes: 2 ** 25,
  odFlows: 20_000_000,
  literalValues: 500_000,
  /** Maximum number of values in a pickle: in total, and per byte. */
  pickleValues: 1_000_000,
  pickleRatio: 64,
  /** Maximum bytes in memory of any map, and per byte of its file. Real maps take less than one, or two while they grow. */
  mapBytes: 2 ** 22,
  mapRatio: 4,
  /**
   * Maximum nodes per way and members per relation (OpenStreetMap's server allows 2,000 and 32,000); and of all of them, per
   * byte of the file, beyond the spare ones.
   */
  osmParts: 1_000_000,
  osmRatio: 4,
  osmSpare: 20_000,
  /** Maximum departures from headways, stop times of all trips, and stop pairs with a transfer, in a GTFS feed. */
  departures: 1_000_000,
  stopTimes: 50_000_000,
  transfers: 5_000_000,
  /** Maximum number of walks between the stops of a feed: in total, and per stop. */
  walks: 500_000,
  walksPerStop: 30,
  /** Maximum total size of the files of a downloaded dataset. */
  datasetBytes: 64 * 2 ** 30,
} as const;

/** ITINERA_LIMITS multiplies all limits. */
function factor(): number {
  const asked = Number(globalThis.process?.env?.ITINERA_LIMITS);
  return asked > 0 ? asked : 1;
}

/** Returns a limit, multiplied by the user's setting. */
export function limitOf(name: keyof typeof USUAL): number {
  return USUAL[name] * factor();
}

/** The error for a rejected file, with the setting that would accept it. */
export function beyondLimits(name: string, what: string): UserError {
  return new UserError(
    `${name} ${what}, so it is not read. If you trust the file, set ITINERA_LIMITS=${10 * factor()}.`,
  );
}

/** Memory overhead, in bytes, of a text cell or a JSON value. */
const CELL_BYTES = 32;
const CELLS = new Uint8Array(256);
for (const sign of '\n,;\t|{[<') CELLS[sign.charCodeAt(0)] = CELL_BYTES;

/** Memory taken by a text and its cells or values, in bytes. */
export function textCost(text: Uint8Array): number {
  let cost = text.length;
  for (let i = 0; i < text.length; i++) cost += CELLS[text[i]!]!;
  return cost;
}

/** @throws UserError if a JSON text consists mostly of empty lists and objects, which take 20 times its size in memory */
export function refuseHollow(name: string, opened: number, length: number): void {
  const most = length / 6 + limitOf('hollowValues');
  if (opened > most) throw beyondLimits(name, `has ${opened} lists and objects in ${length} characters`);
}

const [QUOTE, COLON, BACKSLASH, ZERO, NINE] = [34, 58, 92, 48, 57];
const NAME_BITS = 22;

/** @throws UserError if a JSON text has too many different names, which cost more than any other JSON of its size */
export function refuseManyNames(name: string, text: string): void {
  const most = limitOf('jsonNames');
  let colons = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === COLON) colons++;
  if (colons <= most) return;
  // One bit per hash: a few names share one, and are counted once.
  const seen = new Uint8Array(2 ** (NAME_BITS - 3));
  let names = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) !== QUOTE) continue;
    let hash = 0x811c9dc5;
    let isNumber = true;
    for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++) {
      if (text.charCodeAt(at) === BACKSLASH) at++;
      const code = text.charCodeAt(at);
      isNumber &&= code >= ZERO && code <= NINE;
      hash = Math.imul(hash ^ code, 0x01000193);
    }
    let next = at + 1;
    while (text.charCodeAt(next) <= 32) next++;
    if (isNumber || text.charCodeAt(next) !== COLON) continue;
    const bit = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - NAME_BITS);
    if ((seen[bit >> 3]! & (1 << (bit & 7))) === 0) names++;
    seen[bit >> 3]! |= 1 << (bit & 7);
    if (names > most) throw beyondLimits(name, `has more than ${most} different field names`);
  }
}

/** Parses JSON, within both limits. @throws UserError beyond them; SyntaxError if it is invalid */
export function parseLimited(name: string, text: string): unknown {
  let opened = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 91 || code === 123) opened++;
  }
  refuseHollow(name, opened, text.length);
  refuseManyNames(name, text);
  return JSON.parse(text);
}

/** Counts the unpacked bytes of a file, and the cells in them, before memory or time is spent on them. */
export class FileBudget {
  #earned = 0;
  #spent = 0;
  readonly #ratio: number;

  constructor(
    private readonly name: string,
    ratio?: number,
  ) {
    this.#ratio = ratio ?? limitOf('unpackRatio');
  }

  /** Counts bytes of the file that have been read. */
  earn(bytes: number): void {
    this.#earned += bytes;
  }

  /**
   * @throws UserError if the total exceeds what a file of this size may unpack to; nothing has been spent at that point
   */
  spend(bytes: number): void {
    this.#spent += bytes;
    this.hold(Math.max(bytes, this.#spent));
  }

  /** Same as `spend`, for bytes that are in memory temporarily. */
  hold(bytes: number): void {
    if (bytes >= 0 && bytes - this.#spent <= this.left) return;
    throw beyondLimits(this.name, `unpacks to more than ${this.#ratio} times its size`);
  }

  /** Number of bytes that may still be spent. */
  get left(): number {
    return limitOf('unpackedBytes') + this.#ratio * this.#earned - this.#spent;
  }

  /** Same as `spend`, for text, whose short cells take more memory than their bytes. */
  spendText(text: Uint8Array): void {
    this.spend(textCost(text));
  }
}
