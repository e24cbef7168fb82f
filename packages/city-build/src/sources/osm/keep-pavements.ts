import { pointAlong } from '../../layout/geometry.js';
import { halfWidth } from '../../layout/roads.js';
import { LinkPieces } from './link-pieces.js';
import type { SplitGraph } from './split-ways.js';
import { isWalked, type WorkLink } from './work-graph.js';

/** A mapped sidewalk within this distance of a walking lane duplicates it, metres. */
const BESIDE = 15;
/** Sampling interval, metres. */
const STEP = 10;

/**
 * Removes mapped sidewalks and crossings that duplicate those of streets, because every street has its own: those along roads
 * without sidewalks remain, those that lead away from streets, and those at the mouth of a tunnel or the end of a footbridge: the
 * nearest street there may be the one above or below.
 *
 * @returns the paths, the length of removed sidewalks in metres, and the nodes where a path continues on the sidewalk of a
 *   street instead
 */
export function keepPavements(
  streets: LinkPieces,
  paths: SplitGraph,
): { paths: SplitGraph; dropped: number; loose: ReadonlySet<number> } {
  const others = paths.links.filter(({ kind }) => !kind.pavement && kind.walkable);
  const walked = [new WalkedLinks(streets), new WalkedLinks(new LinkPieces(others))];
  let dropped = 0;
  const kept: WorkLink[] = [];
  const cutOff: number[] = [];
  const onRamps = new Set(paths.links.flatMap(({ kind, from, to }) => (kind.offGround ? [from, to] : [])));
  for (const link of paths.links) {
    const leavesGround = onRamps.has(link.from) || onRamps.has(link.to);
    if (link.kind.pavement && !leavesGround && runsBeside(walked, link)) {
      dropped += link.length;
      cutOff.push(link.from, link.to);
    } else kept.push(link);
  }
  const isKept = new Set(kept.flatMap(({ from, to }) => [from, to]));
  return {
    paths: { ...paths, links: kept },
    dropped,
    loose: new Set(cutOff.filter((node) => isKept.has(node))),
  };
}

/** Metres from the middle of a street to its sidewalks. */
const asideOf = ({ kind }: WorkLink): number => (kind.class === 'path' ? 0 : halfWidth(kind));

/** Links with walking lanes beside or on them. */
class WalkedLinks {
  readonly #reach: number;

  constructor(private readonly pieces: LinkPieces) {
    let widest = 0;
    for (const link of pieces.links) if (isWalked(link.kind)) widest = Math.max(widest, asideOf(link));
    this.#reach = BESIDE + widest;
  }

  /** Whether a walking lane is near a point. */
  isNear(x: number, y: number): boolean {
    const near = this.pieces.near(x, y, this.#reach);
    return near.some(({ link, distance }) => isWalked(link.kind) && distance <= BESIDE + asideOf(link));
  }
}

/** Whether most of a link has a walking lane nearby. */
function runsBeside(walked: readonly WalkedLinks[], { path, length }: WorkLink): boolean {
  const count = Math.max(1, Math.round(length / STEP));
  let near = 0;
  for (let k = 0; k < count; k++) {
    const { x, y } = pointAlong(path, ((k + 0.5) * length) / count);
    if (walked.some((links) => links.isNear(x, y))) near++;
  }
  return near > count / 2;
}
