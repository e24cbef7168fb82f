import { pathLength } from './geometry.js';
import type { LinkKind, NetworkLink, RoadNetwork } from './network.js';

/** Attributes of links that a drawing cannot show, by the names of their ends: `AB` from A to B. */
export type DrawnLinks = Readonly<Record<string, Partial<LinkKind & NetworkLink>>>;

/**
 * Parses a drawing into a network. Letters and digits are nodes, `-` and `|` two-way streets, `>` `<` `v` `^` on a street
 * make it one-way, `=` and `#` are footpaths. A column is `step` metres wide and a row is as high.
 */
export function drawnNetwork(drawing: string, links: DrawnLinks = {}, step = 20): DrawnNetwork {
  const rows = drawing.split('\n').filter((row) => row.trim() !== '');
  const at = (row: number, column: number) => rows[row]?.[column] ?? ' ';
  const isNode = (char: string) => /[A-Za-u0-9]/.test(char);
  const names: string[] = [];
  const nodes: { x: number; y: number; signals: boolean }[] = [];
  const found = new Map<string, number>();
  rows.forEach((text, row) => {
    for (let column = 0; column < text.length; column++) {
      if (!isNode(text[column])) continue;
      found.set(`${row} ${column}`, names.push(text[column]) - 1);
      nodes.push({ x: column * step, y: -row * step, signals: false });
    }
  });
  const drawn: NetworkLink[] = [];
  const follow = (from: number, row: number, column: number, down: 0 | 1) => {
    const streets = down ? '|v^#' : '-><=';
    let text = '';
    let r = row + down;
    let c = column + 1 - down;
    for (; streets.includes(at(r, c)) && at(r, c) !== ' '; r += down, c += 1 - down) text += at(r, c);
    const to = found.get(`${r} ${c}`);
    if (text === '' || to === undefined) return;
    const onFoot = /[=#]/.test(text);
    const against = /[<^]/.test(text);
    const along = /[>v]/.test(text);
    const { x, y } = nodes[from];
    const {
      name = '',
      speed = onFoot ? [0, 0] : [10, 10],
      path = Float64Array.of(x, y, nodes[to].x, nodes[to].y),
      marks,
      signs,
      ...more
    } = links[`${names[from]}${names[to]}`] ?? {};
    const kind: LinkKind = {
      class: onFoot ? 'path' : 'residential',
      ramp: false,
      lanes: onFoot ? [0, 0] : [against ? 0 : 1, along ? 0 : 1],
      sidewalks: { left: !onFoot, right: !onFoot },
      ...more,
    };
    drawn.push({ from, to, name, kind, speed, path, ...(marks && { marks }), ...(signs && { signs }) });
  };
  for (const [place, node] of found) {
    const [row, column] = place.split(' ').map(Number);
    follow(node, row, column, 0);
    follow(node, row, column, 1);
  }
  return {
    name: 'drawn',
    date: '',
    projection: '+proj=tmerc +lat_0=0 +lon_0=0',
    drivingSide: 'right',
    nodes,
    links: drawn,
    bans: [],
    areas: [],
    pois: [],
    names,
    node: (name) => names.indexOf(name),
    link: (name) => drawn.findIndex(({ from, to }) => names[from] === name[0] && names[to] === name[1]),
  };
}

/** A network with the names of its drawing. */
export interface DrawnNetwork extends RoadNetwork {
  readonly names: readonly string[];
  /** Index of a node by name. */
  node(name: string): number;
  /** Index of the link drawn from the first name to the second. */
  link(name: string): number;
}

/** The same network as a work graph. */
export function workGraph({ nodes, links, bans }: RoadNetwork) {
  return {
    nodes,
    bans,
    wayBans: [],
    links: links.map((link) => ({
      marks: [undefined, undefined] as const,
      signs: [undefined, undefined] as const,
      ...link,
      length: pathLength(link.path),
      kind: {
        ...link.kind,
        roundabout: false,
        ferry: false,
        pavement: false,
        untagged: false,
        offGround: false,
        outerSidewalk: false,
        busLanes: [0, 0] as const,
        middleLanes: 0,
        shared: false,
        access: [0, 0] as const,
        ride: [100, 100] as const,
        rideAccess: [0, 0] as const,
        walkAccess: [0, 0] as const,
        walkable: true,
      },
      signals: [],
      posts: [],
    })),
  };
}
