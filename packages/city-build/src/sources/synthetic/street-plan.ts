import type { RoadClass } from '../../layout/network.js';
import { distance, type PlanPoint } from './polygon.js';

/** A point where streets meet. */
export interface PlanNode extends PlanPoint {
  /** The streets that pass through or end here. */
  readonly streets: Street[];
}

/** A street: a line, and the nodes on it. */
export interface Street {
  readonly class: RoadClass;
  readonly lanes: number;
  /** m/s. */
  readonly speed: number;
  /** Streets with the same number share a name. */
  readonly group: number;
  readonly line: readonly PlanPoint[];
  readonly nodes: PlanNode[];
}

/** The side of a cell that starts at this corner runs along `street`. */
export interface Corner extends PlanPoint {
  readonly street: Street;
}

const KMH = 1 / 3.6;
/** Attributes of street classes: driving lanes per direction and speed limit. */
const CLASSES: Partial<Record<RoadClass, { lanes: number; speed: number }>> = {
  trunk: { lanes: 3, speed: 80 * KMH },
  primary: { lanes: 2, speed: 60 * KMH },
  secondary: { lanes: 2, speed: 50 * KMH },
  tertiary: { lanes: 1, speed: 40 * KMH },
  residential: { lanes: 1, speed: 30 * KMH },
  living_street: { lanes: 1, speed: 20 * KMH },
};

/** All streets of a city under construction. */
export class StreetPlan {
  readonly streets: Street[] = [];
  /** Number of names needed. */
  groups = 0;

  /** Adds a street; it gets a new name unless it continues another street. */
  add(roadClass: RoadClass, line: readonly PlanPoint[], group = this.newGroup()): Street {
    const street: Street = { class: roadClass, ...CLASSES[roadClass]!, group, line, nodes: [] };
    this.streets.push(street);
    return street;
  }

  newGroup(): number {
    return this.groups++;
  }

  /** A node on a street: an existing one within `reach` metres, or a new one. */
  nodeAt(street: Street, point: PlanPoint, reach = 0.01): PlanNode {
    for (const node of street.nodes) if (distance(node, point) <= reach) return node;
    const node: PlanNode = { x: point.x, y: point.y, streets: [] };
    this.join(street, node);
    return node;
  }

  join(street: Street, node: PlanNode): void {
    if (street.nodes.includes(node)) return;
    street.nodes.push(node);
    node.streets.push(street);
  }
}

/** Position along a line of the point nearest to another, metres. */
export function metresAlong(line: readonly PlanPoint[], { x, y }: PlanPoint): number {
  let best = Infinity;
  let bestAlong = 0;
  let before = 0;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]];
    const length = distance(a, b);
    const part = ((x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y)) / (length * length);
    const along = Math.min(1, Math.max(0, part));
    const off = Math.hypot(a.x + (b.x - a.x) * along - x, a.y + (b.y - a.y) * along - y);
    if (off < best) {
      best = off;
      bestAlong = before + along * length;
    }
    before += length;
  }
  return bestAlong;
}
