import { limitOf, UserError } from '@itinera/base';
import { type ByteSource, unpackedChunks } from '@itinera/tables';
import { openFile } from '@itinera/tables/node';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { boundedVisitor } from './bounded-visitor.js';
import { DEGREE, NO_TAGS, type OsmFile, type OsmHeader, type OsmMember, type OsmVisitor } from './elements.js';

/** Tags of this format nest three deep, and none exceeds a few hundred kilobytes; more means a damaged file. */
const MAX_DEPTH = 8;
const MAX_TAG_BYTES = 4 * 1024 * 1024;
/** A byte takes as much time as this many of a table. */
const BYTE_COST = 4;

interface Draft {
  readonly kind: 'node' | 'way' | 'relation';
  readonly id: number;
  readonly lon: number;
  readonly lat: number;
  readonly deleted: boolean;
  tags: Map<string, string> | undefined;
  readonly refs: number[];
  readonly members: OsmMember[];
}

/** An `.osm` XML file, plain or compressed with gzip. Read as a stream that keeps only the current element. */
export class XmlFile implements OsmFile {
  readonly header: OsmHeader = { date: '', remark: '' };

  /** Of the first pass: the others must read the same file. */
  private source: ByteSource | undefined;

  constructor(readonly path: string) {}

  async visit(visitor: OsmVisitor, onProgress?: (share: number) => void): Promise<void> {
    this.source ??= openFile(this.path);
    const { source } = this;
    let read = 0;
    const counted = async function* () {
      for await (const chunk of source.stream()) {
        read += chunk.length;
        yield chunk;
      }
    };
    const parser = new SaxesParser();
    const handler = new ElementHandler(boundedVisitor(this.path, source.size, visitor), this.header);
    parser.on('opentag', (tag) => handler.open(tag as SaxesTagPlain));
    parser.on('closetag', (tag) => handler.close(tag.name));
    parser.on('text', (text) => handler.text(text));
    parser.on('error', (error) => {
      throw error;
    });
    const decoder = new TextDecoder();
    let sinceTag = 0;
    let seen = 0;
    try {
      for await (const chunk of unpackedChunks({ ...source, stream: counted }, BYTE_COST)) {
        parser.write(decoder.decode(chunk, { stream: true }));
        sinceTag = handler.tags > seen ? 0 : sinceTag + chunk.length;
        seen = handler.tags;
        if (sinceTag > MAX_TAG_BYTES) throw new Error(`no tag within ${MAX_TAG_BYTES} bytes`);
        onProgress?.(read / source.size);
      }
      parser.close();
    } catch (error) {
      if (error instanceof UserError) throw error;
      const what = error instanceof Error ? error.message : String(error);
      throw new UserError(
        `${this.path}: damaged near line ${parser.line}: ${what}. Expected OpenStreetMap XML; download it again.`,
      );
    }
    if (!handler.root) throw new UserError(`${this.path}: no <osm> element, expected OpenStreetMap XML.`);
  }
}

class ElementHandler {
  root = false;
  /** Number of tags read. */
  tags = 0;
  private depth = 0;
  private draft: Draft | undefined;
  private inRemark = false;

  constructor(
    private readonly visitor: OsmVisitor,
    private readonly header: OsmHeader,
  ) {}

  open({ name, attributes }: SaxesTagPlain): void {
    this.tags++;
    if (++this.depth > MAX_DEPTH) throw new Error(`tags nested more than ${MAX_DEPTH} deep`);
    if (this.depth === 1) {
      if (name !== 'osm') throw new Error(`the file begins with <${name}>, expected <osm>`);
      this.root = true;
      this.header.date ||= dateOf(attributes.timestamp);
    } else if (this.depth === 2) {
      if (name === 'meta') this.header.date ||= dateOf(attributes.osm_base);
      this.inRemark = name === 'remark';
      if (name === 'node' || name === 'way' || name === 'relation') this.draft = this.begin(name, attributes);
    } else if (this.draft) this.part(this.draft, name, attributes);
  }

  text(text: string): void {
    if (this.inRemark && this.depth === 2) this.header.remark = text.trim();
  }

  close(name: string): void {
    if (this.depth-- !== 2 || !this.draft || name !== this.draft.kind) return;
    const { kind, id, lon, lat, deleted, tags, refs, members } = this.draft;
    this.draft = undefined;
    if (deleted) return;
    if (kind === 'node') this.visitor.node?.(id, lon, lat, tags ?? NO_TAGS);
    else if (kind === 'way') this.visitor.way?.(id, refs, tags ?? NO_TAGS);
    else this.visitor.relation?.(id, members, tags ?? NO_TAGS);
  }

  private begin(kind: Draft['kind'], attributes: Record<string, string>): Draft | undefined {
    const hasPlaces = kind === 'way' && this.visitor.node;
    if (!this.visitor[kind] && !hasPlaces) return undefined;
    const id = numberOf(kind, 'id', attributes.id);
    const deleted = attributes.visible === 'false' || attributes.action === 'delete';
    const at = kind === 'node' && !deleted;
    const degrees = (name: 'lon' | 'lat') =>
      at ? Math.round(numberOf(`node ${id}`, name, attributes[name]) * DEGREE) : 0;
    return { kind, id, lon: degrees('lon'), lat: degrees('lat'), deleted, tags: undefined, refs: [], members: [] };
  }

  private part(draft: Draft, name: string, attributes: Record<string, string>): void {
    const what = `${draft.kind} ${draft.id}`;
    if (draft.refs.length + draft.members.length > limitOf('osmParts'))
      throw new Error(`${what} has more than ${limitOf('osmParts')} parts`);
    if (name === 'tag') {
      draft.tags ??= new Map();
      draft.tags.set(attributes.k ?? '', ownText(attributes.v ?? ''));
    } else if (name === 'nd') {
      const ref = numberOf(what, 'nd ref', attributes.ref);
      draft.refs.push(ref);
      // With `out geom` of the Overpass API, the way includes the positions of its nodes.
      if (this.visitor.node && !draft.deleted && attributes.lon !== undefined) {
        const degrees = (name: 'lon' | 'lat') => Math.round(numberOf(what, name, attributes[name]) * DEGREE);
        this.visitor.node(ref, degrees('lon'), degrees('lat'), NO_TAGS);
      }
    } else if (name === 'member') {
      const { type } = attributes;
      if (type !== 'node' && type !== 'way' && type !== 'relation') throw new Error(`${what}: member of type ${type}`);
      draft.members.push({ type, ref: numberOf(what, 'member ref', attributes.ref), role: attributes.role ?? '' });
    }
  }
}

function numberOf(what: string, name: string, text: string | undefined): number {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new Error(`${what}: ${name} is ${text ?? 'missing'}, expected a number`);
  return value;
}

/** The date of an ISO time, or ''. */
function dateOf(text: string | undefined): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0] ?? '';
}

/**
 * A copy of a text. The parser returns slices of the chunk it reads, and keeping a slice would keep the whole chunk in
 * memory.
 */
function ownText(text: string): string {
  return Buffer.from(text).toString();
}
