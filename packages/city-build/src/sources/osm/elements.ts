/** Tags of an element. Untagged elements have none. */
export type Tags = ReadonlyMap<string, string>;

/** A member of a relation. */
export interface OsmMember {
  readonly type: 'node' | 'way' | 'relation';
  readonly ref: number;
  readonly role: string;
}

/** Callbacks of a reader for the elements of a file, in file order. Omit those that you do not need. */
export interface OsmVisitor {
  /** @param lon, @param lat degrees times 10⁷, as integers */
  node?(id: number, lon: number, lat: number, tags: Tags): void;
  /** @param refs ids of the nodes, in order; valid only during the call */
  way?(id: number, refs: ArrayLike<number>, tags: Tags): void;
  relation?(id: number, members: readonly OsmMember[], tags: Tags): void;
}

/** Information from the header of a file. */
export interface OsmHeader {
  /** Date of the data as YYYY-MM-DD, or '' if unknown. */
  date: string;
  /** Remark of the server that created the file, such as a timeout; '' if none. */
  remark: string;
}

/** A file of OpenStreetMap data that can be read repeatedly. */
export interface OsmFile {
  readonly path: string;
  /** Known after the first pass. */
  readonly header: OsmHeader;
  /**
   * Reads the file once.
   * @param onProgress receives the completed share of the file, 0 … 1
   * @throws UserError if the file is damaged
   */
  visit(visitor: OsmVisitor, onProgress?: (share: number) => void): Promise<void>;
}

/** Shared empty tags. */
export const NO_TAGS: Tags = new Map();

/** Converts degrees to the integers of readers. */
export const DEGREE = 1e7;
