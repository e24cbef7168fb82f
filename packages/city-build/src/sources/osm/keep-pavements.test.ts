import { describe, expect, test } from 'vitest';
import { attachPaths } from './attach-paths.js';
import { draw } from './drawn-streets.fixture.js';
import { keepPavements } from './keep-pavements.js';
import { LinkPieces } from './link-pieces.js';
import type { SplitGraph } from './split-ways.js';
import type { WorkLink } from './work-graph.js';

/** Sidewalks along lines of points. */
function pavements(...lines: number[][]): SplitGraph {
  const { graph } = draw('A===B');
  const nodes: { x: number; y: number; signals: boolean }[] = [];
  const nodeAt = (x: number, y: number) => {
    const known = nodes.findIndex((node) => node.x === x && node.y === y);
    return known >= 0 ? known : nodes.push({ x, y, signals: false }) - 1;
  };
  const links = lines.map((line): WorkLink => {
    let length = 0;
    for (let i = 2; i < line.length; i += 2) length += Math.hypot(line[i] - line[i - 2], line[i + 1] - line[i - 1]);
    const from = nodeAt(line[0], line[1]);
    const to = nodeAt(line[line.length - 2], line[line.length - 1]);
    const [link] = graph.links;
    return { ...link, kind: { ...link.kind, pavement: true }, path: Float64Array.from(line), length, from, to };
  });
  return { nodes, links, bans: [], wayBans: [], storeNodes: [], elsewhere: 0, barriers: 0 };
}

describe('keepPavements', () => {
  const noWalk = { left: false, right: false };

  test('omits paths along a street with sidewalks, and keeps those along a street without', () => {
    const drawn = pavements([0, 8, 400, 8], [0, 100, 400, 100]);
    const { graph } = draw('A-------------------B');
    const beside = keepPavements(new LinkPieces(graph.links), drawn);
    expect(beside.paths.links.map(({ path }) => path[1])).toEqual([100]);
    expect(beside.dropped).toBe(400);
    const trunk = draw('A-------------------B', { AB: { sidewalks: noWalk } });
    expect(keepPavements(new LinkPieces(trunk.graph.links), drawn).paths.links).toHaveLength(2);
  });

  test('keeps the sidewalk at the mouth of a tunnel: the street beside it may be above', () => {
    const { graph } = draw('A-------------------B');
    const tunnel = (link: WorkLink) => ({ ...link, kind: { ...link.kind, pavement: false, offGround: true } });
    const drawn = pavements([0, 8, 100, 8], [100, 8, 300, 8], [0, 8, 0, -300]);
    const links = drawn.links.map((link, i) => (i === 2 ? tunnel(link) : link));
    const { paths, loose } = keepPavements(new LinkPieces(graph.links), { ...drawn, links });
    expect(paths.links.map(({ path }) => path.at(-1))).toEqual([8, -300]);
    expect(loose.has(drawn.links[0].to)).toBe(true);
    expect(keepPavements(new LinkPieces(graph.links), drawn).paths.links).toHaveLength(1);
  });

  test("connects the remaining path to the street's sidewalk where it used to continue", () => {
    // Beside a trunk road, then beside a street from B on.
    const { graph, network } = draw('A----------B---------------C', { AB: { sidewalks: noWalk } });
    const drawn = pavements([0, 9, 280, 9], [280, 9, 500, 9]);
    const { paths, loose } = keepPavements(new LinkPieces(graph.links), drawn);
    expect(paths.links).toHaveLength(1);
    expect([...loose]).toEqual([paths.links[0].to]);
    const attached = attachPaths(graph, paths, { isShared: () => false, isLoose: (node) => loose.has(node) });
    const pavement = attached.links.find(({ kind }) => kind.pavement)!;
    const { x, y } = attached.nodes[pavement.to];
    // 60 m beyond the junction, on the sidewalk of the street.
    expect(network.nodes[network.node('B')].x).toBe(220);
    expect(x).toBeCloseTo(280);
    expect(Math.abs(y)).toBeLessThan(6);
    expect(attached.links.filter(({ from, to }) => from === pavement.to || to === pavement.to)).toHaveLength(3);
  });
});
