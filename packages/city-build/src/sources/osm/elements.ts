/** Nodes of a way and members of a relation (the server allows 2,000 and 32,000). */
export const MAX_PARTS = 1_000_000;

/** A packed file comes to this many times its size at most, beside so many bytes; more is an attack. */
export const MAX_UNPACKING = 100;
export const SMALL_BYTES = 16 * 1024 * 1024;

/** Tags of an element. Only elements with tags have any. */
export type Tags = ReadonlyMap<string, string>;

/** A member of a relation. */
export interface OsmMember {
  readonly type: 'node' | 'way' | 'relation';
  readonly ref: number;
  readonly role: string;
}

/** What a reader calls with the elements of a file, in the file's order. Leave out what you do not need. */
export interface OsmVisitor {
  /** @param lon, @param lat degrees times 10⁷, as integers */
  node?(id: number, lon: number, lat: number, tags: Tags): void;
  /** @param refs ids of the nodes, in order; valid during the call only */
  way?(id: number, refs: ArrayLike<number>, tags: Tags): void;
  relation?(id: number, members: readonly OsmMember[], tags: Tags): void;
}

/** What is known about a file from its header. */
export interface OsmHeader {
  /** Date of the data as YYYY-MM-DD, or '' when the file does not say. */
  date: string;
  /** What the server that made the file has to say of it, such as that it ran out of time; '' when nothing. */
  remark: string;
}

/** A file of OpenStreetMap data that can be gone through several times. */
export interface OsmFile {
  readonly path: string;
  /** Known after the first pass. */
  readonly header: OsmHeader;
  /**
   * Goes through the file once.
   * @param onProgress told the share of the file that is done, 0 … 1
   * @throws UserError when the file is damaged
   */
  visit(visitor: OsmVisitor, onProgress?: (share: number) => void): Promise<void>;
}

/** Tags of an element without any. */
export const NO_TAGS: Tags = new Map();

/** Degrees to the integers that readers hand out. */
export const DEGREE = 1e7;
