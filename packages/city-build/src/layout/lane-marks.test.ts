import { LaneTurn } from '@itinera/city/browser';
import { describe, expect, test } from 'vitest';
import { buildMap } from './build-map.js';
import { drawnNetwork } from './drawn-network.fixture.js';
import { markOf, mirrorMarks, pairMarkedLanes } from './lane-marks.js';

const { LEFT, STRAIGHT, RIGHT, AROUND } = LaneTurn;
const marks = (...lanes: LaneTurn[][]) => lanes.map(markOf);
const exits = (...ways: [turn: LaneTurn, lanes: number][]) => ways.map(([turn, lanes]) => ({ turn, lanes }));

describe('pairMarkedLanes', () => {
  test('connects each lane as marked', () => {
    const ways = exits([LEFT, 1], [STRAIGHT, 2], [RIGHT, 1], [AROUND, 1]);
    const pairs = pairMarkedLanes(marks([LEFT], [STRAIGHT], [STRAIGHT, RIGHT]), ways);
    expect(pairs).toEqual([
      [[0, 0]],
      [
        [1, 0],
        [2, 1],
      ],
      [[2, 0]],
      [[0, 0]],
    ]);
  });

  test('stays on the side of the marked lanes', () => {
    const [straight] = pairMarkedLanes(marks([STRAIGHT], [RIGHT]), exits([STRAIGHT, 3], [RIGHT, 2]))!;
    expect(straight).toEqual([[0, 0]]);
    const [, right] = pairMarkedLanes(marks([STRAIGHT], [RIGHT]), exits([STRAIGHT, 3], [RIGHT, 2]))!;
    expect(right).toEqual([[1, 1]]);
  });

  test('merges lanes if there are more of them than exits', () => {
    expect(pairMarkedLanes(marks([LEFT], [LEFT]), exits([LEFT, 1]))).toEqual([
      [
        [0, 0],
        [1, 0],
      ],
    ]);
    expect(pairMarkedLanes(marks([RIGHT], [RIGHT], [RIGHT]), exits([RIGHT, 2]))).toEqual([
      [
        [0, 0],
        [1, 0],
        [2, 1],
      ],
    ]);
  });

  test('makes U-turns from the lane that is marked for it', () => {
    const pairs = pairMarkedLanes(marks([STRAIGHT], [AROUND]), exits([STRAIGHT, 1], [AROUND, 1]));
    expect(pairs![1]).toEqual([[1, 0]]);
  });

  test('is undefined if marks and junction do not match', () => {
    expect(pairMarkedLanes(marks([LEFT], [STRAIGHT]), exits([STRAIGHT, 2]))).toBeUndefined();
    expect(pairMarkedLanes(marks([STRAIGHT], [STRAIGHT]), exits([STRAIGHT, 2], [RIGHT, 1]))).toBeUndefined();
  });
});

describe('mirrorMarks', () => {
  test('swaps left and right', () => {
    expect(mirrorMarks(marks([LEFT], [STRAIGHT], [STRAIGHT, RIGHT]))).toEqual(
      marks([LEFT, STRAIGHT], [STRAIGHT], [RIGHT]),
    );
  });
});

describe('buildMap, marked lanes', () => {
  /** Turns out of each lane from A, left to right. */
  const turnsFromA = (lanes: number[] | undefined, drivingSide: 'right' | 'left' = 'right') => {
    const link = { lanes: [3, 0], marks: [lanes, undefined] } as const;
    const network = drawnNetwork('      D\n      |\nA---->B---->C\n      |\n      E', { AB: link });
    const { lanes: built, roads } = buildMap({ ...network, drivingSide }).toMessage();
    const byId = new Map(built.map((lane) => [lane.id, lane]));
    const road = roads.find(({ laneIds }) => byId.get(laneIds[2])?.type === 1)!;
    const turns = (id: number) => new Set(byId.get(id)!.successors.map((next) => byId.get(next.id)!.turn));
    return road.laneIds.slice(0, 3).map((id) => [...turns(id)].sort());
  };

  test('follows the marks if they match, on either driving side', () => {
    expect(turnsFromA(undefined)).toEqual([[LEFT], [STRAIGHT], [STRAIGHT, RIGHT]]);
    const painted = [[LEFT], [LEFT], [STRAIGHT, RIGHT]];
    expect(turnsFromA(marks(...painted))).toEqual(painted);
    expect(turnsFromA(marks(...painted), 'left')).toEqual(painted);
  });

  test('ignores marks that do not match the lanes', () => {
    expect(turnsFromA(marks([LEFT], [STRAIGHT, RIGHT]))).toEqual(turnsFromA(undefined));
  });
});
