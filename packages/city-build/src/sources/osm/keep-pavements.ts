import { stepLength } from '@itinera/base';
import { NumberList } from '@itinera/city/map-making';
import Flatbush from 'flatbush';
import { pointAlong } from '../../layout/geometry.js';
import { halfWidth } from '../../layout/roads.js';
import type { SplitGraph } from './split-ways.js';
import { isWalked, type WorkGraph, type WorkLink } from './work-graph.js';

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
  streets: WorkGraph,
  paths: SplitGraph,
): { paths: SplitGraph; dropped: number; loose: ReadonlySet<number> } {
  const lines = new WalkedLines([
    ...streets.links.filter(({ kind }) => isWalked(kind)),
    ...paths.links.filter(({ kind }) => !kind.pavement && kind.walkable),
  ]);
  let dropped = 0;
  const kept: WorkLink[] = [];
  const cutOff: number[] = [];
  const onRamps = new Set(paths.links.flatMap(({ kind, from, to }) => (kind.offGround ? [from, to] : [])));
  for (const link of paths.links) {
    const leavesGround = onRamps.has(link.from) || onRamps.has(link.to);
    if (link.kind.pavement && !leavesGround && lines.runBeside(link)) {
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

/** The walking lines, in segments. */
class WalkedLines {
  private readonly index: Flatbush | undefined;
  /** x1, y1, x2, y2 and the distance of the walking lanes from the line, by segment. */
  private readonly pieces: Float64Array;

  constructor(links: readonly WorkLink[]) {
    const pieces = new NumberList(Float64Array);
    for (const link of links) {
      const { path, kind } = link;
      const aside = kind.class === 'path' ? 0 : halfWidth(kind);
      for (let i = 2; i < path.length; i += 2) {
        pieces.pushAll(path.subarray(i - 2, i + 2));
        pieces.push(aside);
      }
    }
    this.pieces = pieces.view();
    if (this.pieces.length === 0) return;
    this.index = new Flatbush(this.pieces.length / 5);
    for (let p = 0; p < this.pieces.length; p += 5) {
      const x1 = this.pieces[p];
      const y1 = this.pieces[p + 1];
      const x2 = this.pieces[p + 2];
      const y2 = this.pieces[p + 3];
      const aside = this.pieces[p + 4];
      this.index.add(
        Math.min(x1, x2) - aside,
        Math.min(y1, y2) - aside,
        Math.max(x1, x2) + aside,
        Math.max(y1, y2) + aside,
      );
    }
    this.index.finish();
  }

  /** Whether most of a link has a walking lane nearby. */
  runBeside({ path, length }: WorkLink): boolean {
    const count = Math.max(1, Math.round(length / STEP));
    let near = 0;
    for (let k = 0; k < count; k++) {
      const { x, y } = pointAlong(path, ((k + 0.5) * length) / count);
      if (this.isNear(x, y)) near++;
    }
    return near > count / 2;
  }

  private isNear(x: number, y: number): boolean {
    return (this.index?.search(x - BESIDE, y - BESIDE, x + BESIDE, y + BESIDE) ?? []).some((piece) => {
      const { pieces } = this;
      const p = 5 * piece;
      const x1 = pieces[p];
      const y1 = pieces[p + 1];
      const x2 = pieces[p + 2];
      const y2 = pieces[p + 3];
      const square = (x2 - x1) ** 2 + (y2 - y1) ** 2;
      const along = square === 0 ? 0 : ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / square;
      const part = Math.min(1, Math.max(0, along));
      return stepLength(x1 + (x2 - x1) * part - x, y1 + (y2 - y1) * part - y) <= BESIDE + pieces[p + 4];
    });
  }
}
