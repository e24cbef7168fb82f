import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CellTally, hexagons, keyOf, WHOLE_DAY } from '../wire/cells.js';
import { readDayCells } from '../wire/day-cells.js';
import { DayTally } from './day-cells.js';

const cells = hexagons(10);
const visit = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: -40, max: 40 }), fc.constantFrom(-9, 0, 9));
const person = fc.tuple(fc.array(visit), fc.array(visit));
const plane = { unit: 1, west: 0, south: 0, width: 100, height: 100 };

test.each([true, false])('a day counts the people of each hour as one tally per hour does (paired: %s)', (paired) => {
  fc.assert(
    fc.property(fc.array(person), (people) => {
      const day = new DayTally(cells);
      for (const sets of people)
        day.add((set, visited) => {
          for (const one of sets[set]) visited(...one);
        });
      const { parts } = readDayCells(day.pack({ plane, shape: 'hexagon', size: 10 }, paired).buffer);
      for (let part = 0; part <= WHOLE_DAY; part++) {
        const tally = new CellTally();
        const keys = (visits: (typeof people)[number][number]) =>
          new Set(
            visits.flatMap(([hour, x, y]) => (part === hour || part === WHOLE_DAY ? [keyOf(cells.at(x, y))] : [])),
          );
        for (const [first, second] of people) tally.add(keys(first), keys(second));
        const counts = tally.counts(paired);
        const inOrder = [...counts.cells].sort((a, b) => a.cell[0] - b.cell[0] || a.cell[1] - b.cell[1]);
        expect(parts[part]).toEqual({ people: counts.people, cells: inOrder });
      }
    }),
  );
});
