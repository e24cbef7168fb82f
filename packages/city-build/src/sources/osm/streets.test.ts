import { describe, expect, test } from 'vitest';
import { barrierBans } from './barriers.js';
import { closeEdges } from './close-edges.js';
import { draw, namesOf, turnsOf } from './drawn-streets.fixture.js';
import { drivingSideOf, placeSidewalks } from './driving-side.js';
import { joinLinks } from './join-links.js';
import { keepConnected } from './keep-connected.js';
import { mergeJunctions } from './merge-junctions.js';
import { pathBansOf } from './path-bans.js';
import { placeLights } from './place-signs.js';
import { limitLongTracks } from './through-tracks.js';

test('long tracks on which cars crawl are for destination traffic only', () => {
  const { graph } = draw('A--B--C--D');
  const km = (length: number, kmh: number) => ({ length, speed: [kmh / 3.6, kmh / 3.6] as const });
  const links = graph.links.map((link, i) => ({
    ...link,
    ...[km(1200, 5), km(900, 5), km(1200, 20)][i],
    kind: { ...link.kind, untagged: true },
  }));
  expect(limitLongTracks({ ...graph, links }).links.map(({ kind }) => kind.access[0])).toEqual([1, 0, 0]);
});

describe('joinLinks', () => {
  test('joins streets where nothing else meets, whatever their direction', () => {
    const { network, graph } = draw('A--B--C--D\n      |\n      E');
    const joined = joinLinks(graph);
    expect(namesOf(joined, network)).toEqual(['AC', 'CD', 'CE']);
    expect(joined.links.map((link) => link.length).sort((a, b) => a - b)).toEqual([40, 60, 120]);
  });

  test('keeps the total travel time, and takes other attributes from the longest part', () => {
    const { graph } = draw('A---B-C', { AB: { speed: [20, 20], name: 'Long Street' }, BC: { name: 'Short Street' } });
    const [link] = joinLinks(graph).links;
    expect(link.name).toBe('Long Street');
    expect(link.length / link.speed[0]).toBeCloseTo(80 / 20 + 40 / 10);
  });

  test('joins a one-way street with another one, but not with a two-way street', () => {
    const { network, graph } = draw('A-->B-->C---D');
    expect(namesOf(joinLinks(graph), network)).toEqual(['AC', 'CD']);
    const against = draw('A-->B--<C');
    expect(joinLinks(against.graph).links).toHaveLength(2);
  });

  test('does not join the streets on both sides of a barrier', () => {
    const { network, graph } = draw('A--B--C--D');
    const bans = barrierBans(graph.links, network.node('B'), [network.link('AB'), network.link('BC')], 3);
    expect(bans).toHaveLength(2);
    const joined = joinLinks({ ...graph, bans });
    expect(namesOf(joined, network)).toEqual(['AB', 'BD']);
    expect(turnsOf(joined)).toEqual(new Set(['0>0', '1>1']));
  });

  test('bans a U-turn over a street where the first and the last street became one ring', () => {
    const { network, graph } = draw('W--<P--<F\nv   |   ^\nV-->Q-->E');
    const [from, via, to] = ['PF', 'PQ', 'QE'].map((name) => network.link(name));
    const joined = joinLinks({ ...graph, wayBans: [{ only: false, from, via: [via], to }] });
    expect(joined.links).toHaveLength(3);
    const { graph: banned, pathBans, without } = pathBansOf(joined);
    expect(without).toBe(0);
    expect(pathBans.map((ban) => ban.from)).toEqual(pathBans.map((ban) => ban.to));
    // Nothing else follows, so through traffic does not turn into the street.
    expect(banned.bans).toMatchObject([{ access: 1 }]);
  });

  test('keeps an isolated ring, and a ring that meets one street', () => {
    const ring = draw('A--B\n|  |\nC--D');
    const joined = joinLinks(ring.graph);
    expect(joined.links).toHaveLength(1);
    expect(joined.links[0].length).toBe(2 * 60 + 2 * 40);
    const loop = draw('X--A--B\n   |  |\n   C--D');
    expect(
      joinLinks(loop.graph)
        .links.map((link) => link.length)
        .sort((a, b) => a - b),
    ).toEqual([60, 200]);
  });

  test('keeps the lights where streets were joined', () => {
    const { network, graph } = draw('A--B--C');
    const nodes = graph.nodes.map((node, n) => ({ ...node, signals: n === network.node('B') }));
    expect(joinLinks({ ...graph, nodes }).links[0].signals).toEqual([{ s: 60, crossing: false }]);
  });

  test('keeps the lane marks before the junction at either end', () => {
    const [west, east] = [[2, 4], [8]];
    const { network, graph } = draw('A--B--C');
    const links = graph.links.map((link, i) => ({
      ...link,
      marks: i === network.link('AB') ? ([[1], west] as const) : ([east, [1]] as const),
    }));
    expect(joinLinks({ ...graph, links }).links[0].marks).toEqual([east, west]);
  });

  test('transfers turn bans to the joined streets', () => {
    const { network, graph } = draw('A--B--C--D\n      |\n      E');
    const ban = { from: network.link('BC'), via: network.node('C'), to: network.link('CE') };
    const joined = joinLinks({ ...graph, bans: [ban] });
    const [{ from, to }] = joined.bans;
    expect([joined.links[from].length, joined.links[to].length]).toEqual([120, 40]);
  });
});

describe('mergeJunctions', () => {
  const DIVIDED = `
     S  T
     v  ^
A--<-B-<C--<-D
     v  ^
E-->-F->G-->-H
     v  ^
     U  V
`;

  test('merges the crossing of two divided streets into one junction', () => {
    const { network, graph } = draw(DIVIDED, {}, 6);
    const merged = mergeJunctions(graph);
    expect(graph.nodes.length - merged.nodes.length).toBe(3);
    expect(merged.links).toHaveLength(8);
    expect(namesOf(merged, network)).toContain('A*');
  });

  test('allows exactly the movements that were possible before', () => {
    const { network, graph } = draw(DIVIDED, {}, 6);
    const merged = mergeJunctions(graph);
    const link = (name: string) =>
      merged.links.findIndex(({ path }) => {
        const drawn = graph.links[network.link(name)].path;
        return path[0] === drawn[0] && path[1] === drawn[1] && path[2] === drawn[2] && path[3] === drawn[3];
      });
    const turns = turnsOf(merged);
    const into = { S: link('SB'), E: link('EF') };
    // From the north: right to A, straight to U, left over F and G to H, and round over F, G and C to T.
    expect(['AB', 'FU', 'GH', 'TC'].map((out) => turns.has(`${into.S}>${link(out)}`))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const bans = [{ from: network.link('EF'), via: network.node('F'), to: network.link('FU') }];
    const banned = turnsOf(mergeJunctions({ ...graph, bans }));
    expect(turns.has(`${into.E}>${link('FU')}`)).toBe(true);
    expect(banned.has(`${into.E}>${link('FU')}`)).toBe(false);
  });

  test('keeps junctions that are 50 m apart separate', () => {
    const { graph } = draw('A--B--C--D\n   |  |\n   E  F');
    expect(mergeJunctions(graph).nodes).toHaveLength(graph.nodes.length);
  });

  test('merges a small roundabout into one junction', () => {
    const { graph } = draw('    N\n    |\nW-A>B-E\n  ^ v\nS-C<D', {}, 10);
    const links = graph.links.map((link) =>
      link.length === 20 && link.kind.lanes.includes(0) ? { ...link, kind: { ...link.kind, roundabout: true } } : link,
    );
    const merged = mergeJunctions({ ...graph, links });
    expect(merged.links).toHaveLength(4);
    const turns = turnsOf(merged);
    expect(turns.size).toBe(16);
  });
});

describe('closeEdges', () => {
  test('adds a U-turn between the carriageways of a divided street at the edge of the extract', () => {
    const primary = { class: 'primary' } as const;
    const { graph } = draw('A-------<B\n|\nC------->D', { AB: primary, CD: primary });
    const { graph: closed, closed: count } = closeEdges(graph);
    expect(count).toBe(1);
    const added = closed.links.at(-1)!;
    expect([closed.nodes[added.from].x, closed.nodes[added.to].x]).toEqual([180, 180]);
    const lost = { walked: 0, dropped: 0, parts: [] };
    keepConnected(joinLinks(closed), lost);
    expect(lost).toEqual({ walked: 0, dropped: 0, parts: [] });
  });

  test('does not connect residential one-way streets or distant ends', () => {
    expect(closeEdges(draw('A--<B\n|\nC-->D').graph).closed).toBe(0);
    const primary = { class: 'primary' } as const;
    const far = draw('A----<B\n|\n|\n|\n|\n|\nC---->D', { AB: primary, CD: primary }, 40);
    expect(closeEdges(far.graph).closed).toBe(0);
  });
});

describe('placeLights', () => {
  test('assigns lights near a junction to it, but not those in the middle of a street', () => {
    const { network, graph } = draw('A-------B-------C\n        |\n        |\n        D');
    const at = (s: number, crossing: boolean) => {
      const links = graph.links.map((link, i) =>
        i === network.link('AB') ? { ...link, signals: [{ s, crossing }] } : link,
      );
      return placeLights({ ...graph, links }).nodes.map((node) => node.signals);
    };
    const atB = (on: boolean) => network.names.map((name) => on && name === 'B');
    expect(at(130, false)).toEqual(atB(true));
    expect(at(130, true)).toEqual(atB(false));
    expect(at(145, true)).toEqual(atB(true));
    expect(at(80, false)).toEqual(atB(false));
    expect(at(5, false)).toEqual(atB(false));
  });
});

describe('drivingSideOf', () => {
  test('detects the side of the opposite carriageway', () => {
    const name = { name: 'High Street' };
    expect(drivingSideOf(draw('A---<B\n\nC--->D', { AB: name, CD: name }).graph).side).toBe('right');
    expect(drivingSideOf(draw('A--->B\n\nC---<D', { AB: name, CD: name }).graph).side).toBe('left');
    expect(drivingSideOf(draw('A---B').graph).side).toBe('right');
  });

  test('divided streets get sidewalks on the outer sides', () => {
    const { graph } = draw('A--->B---C');
    const links = graph.links.map((link, i) => ({
      ...link,
      kind: { ...link.kind, outerSidewalk: i === 0, sidewalks: { left: false, right: true } },
    }));
    const sides = (side: 'right' | 'left') =>
      placeSidewalks({ ...graph, links }, side).links.map(({ kind }) => (kind.sidewalks.left ? 'left' : 'right'));
    expect(sides('right')).toEqual(['right', 'right']);
    expect(sides('left')).toEqual(['left', 'right']);
  });

  test('detects the direction of roundabouts, even from an arc', () => {
    const { graph } = draw('A---B');
    const anticlockwise = Float64Array.of(20, 0, 0, 20, -20, 0, 0, -20, 20, 0);
    const arc = Float64Array.of(0, 20, 14, 14, 20, 0, 14, -14);
    expect(drivingSideOf(graph, [anticlockwise]).side).toBe('right');
    expect(drivingSideOf(graph, [arc]).side).toBe('left');
    expect(drivingSideOf(graph, [arc, Float64Array.of(0, 0, 10, 0, 20, 1)]).side).toBe('left');
  });
});
