import { describe, expect, test } from 'vitest';
import { attachPaths } from './attach-paths.js';
import { draw, namesOf } from './drawn-streets.fixture.js';
import { type Disconnected, keepConnected, keepWalkable } from './keep-connected.js';

import { pruneSpurs } from './prune-spurs.js';
import { isWalked, type WorkGraph } from './work-graph.js';

describe('keepConnected', () => {
  test('keeps one-way traps for pedestrians only', () => {
    const { network, graph } = draw('A--B--C\n|  |  v\nD--E  F');
    const lost = { walked: 0, dropped: 0, parts: [] };
    const kept = keepConnected(graph, lost);
    expect(namesOf(kept, network)).toEqual(['AB', 'AD', 'BC', 'BE', 'C=F', 'DE']);
    expect(lost).toEqual({ walked: 40, dropped: 0, parts: [] });
  });

  test('omits disconnected streets without a sidewalk', () => {
    const none = { sidewalks: { left: false, right: false } };
    const { network, graph } = draw('A--B--C   X-->Y', { XY: none });
    const lost = { walked: 0, dropped: 0, parts: [] };
    expect(namesOf(keepConnected(graph, lost), network)).toEqual(['AB', 'BC']);
    expect(lost.dropped).toBe(80);
  });

  test('keeps the village, not the longer motorway that passes it', () => {
    const motorway = { class: 'motorway' } as const;
    const links = { XY: motorway, YZ: motorway, WZ: motorway, XW: motorway };
    const { network, graph } = draw('A--B--C\n\nX------------>Y\n^             v\nW------------<Z', links);
    expect(namesOf(keepConnected(graph, { walked: 0, dropped: 0, parts: [] }), network)).toContain('AB');
  });

  test('reports large parts that cannot be reached by car, such as an island', () => {
    const { graph } = draw('A--B--C--D--E   X--Y--Z', {}, 2000);
    const lost: Disconnected = { walked: 0, dropped: 0, parts: [] };
    expect(keepConnected(graph, lost).links.filter(({ kind }) => kind.class !== 'path')).toHaveLength(4);
    expect(lost.parts).toMatchObject([{ metres: 12_000, box: { west: 32_000, east: 44_000 } }]);
  });

  test('keeps rings, but omits isolated one-way streets of any length', () => {
    const { network, graph } = draw('A--B    X------------------->Y');
    expect(namesOf(keepConnected(graph, { walked: 0, dropped: 0, parts: [] }), network)).toEqual(['AB', 'X=Y']);
    const ring = draw('A-->B\n^   v\nC<--D');
    expect(namesOf(keepConnected(ring.graph, { walked: 0, dropped: 0, parts: [] }), ring.network)).toHaveLength(4);
  });
});

describe('pruneSpurs', () => {
  test('omits yards and stubs, but no streets', () => {
    const service = { class: 'service' } as const;
    const { network, graph } = draw('A---B---C---D\n    |   |\n    E   F', { BE: service });
    expect(namesOf(pruneSpurs(graph), network)).toEqual(['AC', 'CD', 'CF']);
  });

  test('keeps a long dead end up to the last yard along it', () => {
    const service = { class: 'service' } as const;
    const yards = { EB: service, FC: service, AB: service, BC: service, CD: service };
    const { network, graph } = draw('X   E   F\n|   |   |\nA---B---C---D\n|\nY', yards);
    expect(namesOf(pruneSpurs(graph), network)).toEqual(['AC', 'AY', 'XA']);
  });
});

describe('keepWalkable', () => {
  test('keeps the village, not the longer trail around it', () => {
    const { network, graph } = draw('A--B--C\n   #\n   D    X=================Y');
    const { graph: kept, dropped } = keepWalkable(graph);
    expect(namesOf(kept, network)).toEqual(['AB', 'B=D', 'BC']);
    expect(dropped).toBe(360);
  });

  test('a street behind one without sidewalks has none either, since nobody could walk to it', () => {
    const none = { sidewalks: { left: false, right: false } };
    const { network, graph } = draw('A--B--C--D', { BC: none });
    const { graph: kept } = keepWalkable(graph);
    expect(namesOf(kept, network)).toEqual(['AB', 'BC', 'CD']);
    const withSidewalks = kept.links.filter(({ kind }) => isWalked(kind));
    expect(withSidewalks).toHaveLength(1);
  });
});

describe('attachPaths', () => {
  const { network, graph: streets } = draw('A---------B\n|\nC');
  const path = (x: number): WorkGraph => {
    const { graph } = draw('P======Q');
    const nodes = [
      { x, y: 0, signals: false },
      { x, y: 120, signals: false },
    ];
    const links = graph.links.map((link) => ({ ...link, path: Float64Array.of(x, 0, x, 120), length: 120 }));
    return { ...graph, nodes, links };
  };

  test('cuts only the sidewalk on one side where a path meets a street, not the street', () => {
    const attached = attachPaths(streets, path(100), { isShared: (node) => node === 0, isLoose: () => false });
    const driven = attached.links.filter((link) => link.kind.class !== 'path');
    expect(driven).toHaveLength(2);
    expect(driven.find((link) => link.length === 200)!.kind.sidewalks).toEqual({ left: true, right: false });
    const paths = attached.links.filter((link) => link.kind.class === 'path');
    expect(paths.map((link) => Math.round(link.length)).sort((a, b) => a - b)).toEqual([100, 100, 120]);
    expect(keepWalkable(attached).dropped).toBe(0);
  });

  test('keeps turn bans with their streets after a path earlier in the list is cut', () => {
    const crossed = draw('A=========B\n|\nC---D');
    const names = namesOf(crossed.graph, crossed.network);
    expect(names).toEqual(['A=B', 'AC', 'CD']);
    const [, ac, cd] = [0, 1, 2].map((i) => crossed.graph.links[i]);
    const bans = [{ from: 1, via: crossed.network.node('C'), to: 2 }];
    const attached = attachPaths({ ...crossed.graph, bans }, path(100), {
      isShared: (node) => node === 0,
      isLoose: () => false,
    });
    const [ban] = attached.bans;
    expect([attached.links[ban.from].path, attached.links[ban.to].path]).toEqual([ac.path, cd.path]);
  });

  test('moves a path that meets a street near a junction to the junction', () => {
    const attached = attachPaths(streets, path(15), { isShared: (node) => node === 0, isLoose: () => false });
    expect(attached.links).toHaveLength(3);
    expect(attached.links[2].from).toBe(network.node('A'));
  });

  test('does not connect a path to a street that it only crosses over', () => {
    const attached = attachPaths(streets, path(100), { isShared: () => false, isLoose: () => false });
    expect(keepWalkable(attached).dropped).toBe(120);
  });
});
