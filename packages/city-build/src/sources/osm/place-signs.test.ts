import { describe, expect, test } from 'vitest';
import { draw } from './drawn-streets.fixture.js';
import { joinLinks } from './join-links.js';
import { placeSigns } from './place-signs.js';
import { type LinkSign, reverseLink } from './work-graph.js';

describe('placeSigns', () => {
  const { graph } = draw('A---------B');
  const signsOf = (...posts: LinkSign[]) =>
    placeSigns({ ...graph, links: graph.links.map((link) => ({ ...link, posts })) }).links[0].signs;

  test('assigns a sign to the end of the street that it faces, otherwise to the nearest end', () => {
    expect(signsOf({ s: 190, kind: 'stop', facing: 0 })).toEqual(['stop', undefined]);
    expect(signsOf({ s: 10, kind: 'give-way', facing: 0 })).toEqual([undefined, 'give-way']);
    expect(signsOf({ s: 10, kind: 'give-way', facing: -1 })).toEqual([undefined, 'give-way']);
    // Somebody drew it the wrong way round, or it is for a junction that is no more.
    expect(signsOf({ s: 10, kind: 'give-way', facing: 1 })).toEqual([undefined, undefined]);
    expect(signsOf({ s: 100, kind: 'stop', facing: 0 })).toEqual([undefined, undefined]);
  });

  test('uses the strictest of several signs', () => {
    expect(
      signsOf(
        { s: 185, kind: 'give-way', facing: 1 },
        { s: 195, kind: 'stop', facing: 1 },
        { s: 5, kind: 'stop', facing: -1 },
      ),
    ).toEqual(['stop', 'stop']);
  });

  test('signs move with streets that are reversed and joined', () => {
    const chain = draw('A---B---C');
    const links = chain.graph.links.map((link, i) =>
      i === 1 ? reverseLink({ ...link, posts: [{ s: 70, kind: 'stop', facing: 1 }] }) : link,
    );
    expect(links[1].posts).toEqual([{ s: 10, kind: 'stop', facing: -1 }]);
    const joined = joinLinks({ ...chain.graph, links });
    expect(joined.links[0].posts).toEqual([{ s: 150, kind: 'stop', facing: 1 }]);
    const placed = placeSigns(joined).links[0];
    expect(placed.signs).toEqual(['stop', undefined]);
    expect(reverseLink(placed).signs).toEqual([undefined, 'stop']);
  });
});
