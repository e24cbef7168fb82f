import { Random } from '@itinera/base';
import { describe, expect, test } from 'vitest';
import { cross, offer, withPriority } from './under-load.fixture.js';

/** Capacity of a road that gives way, cars per hour, between cars that come at random. HCM 2010, equation 19-32. */
function capacity(priority: number, critical: number, followUp: number): number {
  return (priority * Math.exp((-priority * critical) / 3600)) / (1 - Math.exp((-priority * followUp) / 3600));
}

const straight = [
  ['from w', 'to e'],
  ['from e', 'to w'],
  ['from s', 'to n'],
  ['from n', 'to s'],
] as const;

describe('a crossing of equal roads without lights', () => {
  const total = (demand: number) =>
    offer(
      cross,
      straight.map(([from, to]) => [from, to, demand / 4] as const),
      {},
      new Random(1),
    ).rates;
  const sum = (rates: readonly number[]) => rates.reduce((all, rate) => all + rate);

  test('lets as many cars pass as the manual says within 10 %, all roads alike, however many come', () => {
    // Four arms with someone waiting on each: one every 9.6 s (HCM 6, exhibit 21-14).
    for (const demand of [1600, 2000, 3200])
      for (const rate of total(demand)) {
        expect(rate / (3600 / 9.6)).toBeGreaterThan(0.9);
        expect(rate / (3600 / 9.6)).toBeLessThan(1.1);
      }
  });

  test('lets all cars pass while fewer come', () => {
    for (const demand of [400, 1000, 1400]) expect(sum(total(demand)) / demand).toBeCloseTo(1, 1);
  });

  test('lets more cars pass per road if no one comes from the side', () => {
    const { rates } = offer(cross, [
      [...straight[0], 1000],
      [...straight[1], 1000],
    ]);
    for (const rate of rates) expect(rate / (3600 / 4.7)).toBeCloseTo(1, 1);
  });

  test('lets more cars pass if most turn to the near side', () => {
    const near = { w: 's', s: 'e', e: 'n', n: 'w' } as const;
    const far = { w: 'n', n: 'e', e: 's', s: 'w' } as const;
    const ways = straight.flatMap(([from, to]) => {
      const arm = from.at(-1) as keyof typeof near;
      return [
        [from, to, 120],
        [from, `to ${near[arm]}`, 360],
        [from, `to ${far[arm]}`, 120],
      ] as [string, string, number][];
    });
    const rate = sum(offer(cross, ways, {}, new Random(1)).rates) / 4;
    expect(rate / (3600 / (9.6 + 0.2 * 0.2 - 0.6 * 0.6))).toBeGreaterThan(0.9);
    expect(rate).toBeGreaterThan(sum(total(2400)) / 4);
  });

  test('of three arms, none of them opposite, lets as many cars pass as the manual says', () => {
    const ends = { a: [0, 1000], b: [-866, -500], d: [866, -500] } as const;
    const names = Object.keys(ends);
    const fork = {
      nodes: { c: [0, 0], ...ends } as const,
      streets: names.map((end) => ({ from: end, to: 'c', speed: 14 })),
      aois: Object.fromEntries(
        names.flatMap((end) => [
          [`from ${end}`, { road: `${end}c`, s: 0 }],
          [`to ${end}`, { road: `c${end}`, s: 900 }],
        ]),
      ),
    };
    const ways = names.flatMap((from) =>
      names.filter((to) => to !== from).map((to) => [`from ${from}`, `to ${to}`, 400] as const),
    );
    // Someone waits on both of the others: 7 s; half turn left, half right (HCM 6, chapter 21).
    expect(sum(offer(fork, ways, {}, new Random(1)).rates) / 3 / (3600 / (7 + 0.1 - 0.3))).toBeCloseTo(1, 1);
  });

  test('of which one is one-way, lets as many cars pass on it as on the others', () => {
    const oneWay = {
      ...cross,
      streets: [...cross.streets.slice(0, 2), { from: 's', to: 'c' }, { from: 'c', to: 'n' }].map((street, i) => ({
        ...street,
        speed: 14,
        oneWay: i > 1,
      })),
      aois: Object.fromEntries(Object.entries(cross.aois).filter(([name]) => name !== 'from n' && name !== 'to s')),
    };
    const ways = straight.slice(0, 3).map(([from, to]) => [from, to, 800] as const);
    const [w, , s] = offer(oneWay, ways, {}, new Random(1)).rates;
    // Someone waits on both of the others: 7 s, on the two-way street opposite and to one side.
    expect(s! / (3600 / (1.1 * 7))).toBeCloseTo(1, 1);
    expect(w! / s!).toBeCloseTo(1, 1);
  });

  test('lets drivers who turn left wait for those who come towards them', () => {
    const delay = (to: string) => {
      const seconds = (congestion: 'off' | 'queue') => {
        const ways = [[...straight[0], 600] as const, ['from e', to, 200] as const];
        const { all } = offer(cross, ways, { congestion }, new Random(1));
        const own = all.filter(({ person }) => person >= 600);
        return own.reduce((sum, one) => sum + one.seconds, 0) / own.length;
      };
      return seconds('queue') - seconds('off');
    };
    expect(delay('to s') - delay('to w')).toBeGreaterThan(1);
  });

  test('delays a lone car by a look, without a stop', () => {
    const seconds = (congestion: 'off' | 'queue') =>
      offer(cross, [[...straight[0], 1]], { congestion }).all[0]!.seconds;
    expect(seconds('queue') - seconds('off')).toBeCloseTo(1.9, 5);
  });
});

test('a road that crosses a faster one lets out as many cars as the manual says', () => {
  const { rates } = offer(
    withPriority,
    [
      [...straight[0], 800],
      ['from s', 'to n', 800],
    ],
    {},
    new Random(1),
  );
  expect(rates[0]).toBeGreaterThan(700);
  const ratio = rates[1]! / capacity(800, 6.5, 4);
  // Between cars at least 2 s apart there are fewer gaps than in the formula, whose cars come at random.
  expect(ratio).toBeGreaterThan(0.8);
  expect(ratio).toBeLessThan(1.15);
});

test('a driver for whom there is never a gap forces their way after three minutes, and each one after it', () => {
  const { rates } = offer(withPriority, [
    [...straight[0], 1700],
    ['from s', 'to n', 200],
  ]);
  expect(rates[0]! / 1700).toBeCloseTo(1, 1);
  expect(rates[1]).toBeGreaterThan(15);
  expect(rates[1]).toBeLessThan(25);
});

test('where many turn left from the faster road, crossing drivers pass about as often as the manual says', () => {
  const { rates } = offer(
    withPriority,
    [
      [...straight[0], 336],
      [...straight[1], 336],
      ['from w', 'to n', 224],
      ['from e', 'to s', 224],
      ['from s', 'to n', 240],
      ['from n', 'to s', 240],
    ],
    {},
    new Random(1),
  );
  // The manual counts those who turn left twice; the crossing drivers also wait behind those who wait to turn, as 0.6 of the time.
  const all = 1120 + 2 * 0.6 * capacity(2 * 336 + 4 * 224, 6.5, 4);
  expect(rates.reduce((sum, rate) => sum + rate) / all).toBeLessThan(1.1);
});

test('drivers on a road that gives way follow each other as the manual says if no one comes', () => {
  const tee = { ...cross, streets: cross.streets.slice(0, 3) };
  const aois = Object.fromEntries(Object.entries(cross.aois).filter(([name]) => !name.endsWith('n')));
  const { rates } = offer({ ...tee, aois }, [['from s', 'to e', 1500]]);
  // Follow-up headway of turns to the near side: 3.3 s.
  expect(rates[0]! / (3600 / 3.3)).toBeCloseTo(1, 1);
});

test('where two roads become one, as at ramps, those with and without priority find a place', () => {
  const ramp = {
    nodes: { a: [0, 0], m: [1000, 0], b: [2000, 0], r: [300, -300] } as const,
    streets: [
      { from: 'a', to: 'm', speed: 28, lanes: 2, oneWay: true },
      { from: 'm', to: 'b', speed: 28, lanes: 2, oneWay: true },
      { from: 'r', to: 'm', speed: 17, oneWay: true },
    ],
    aois: { main: { road: 'am', s: 0 }, ramp: { road: 'rm', s: 0 }, end: { road: 'mb', s: 900 } },
  };
  const { rates } = offer(ramp, [
    ['main', 'end', 2400],
    ['ramp', 'end', 1000],
  ]);
  expect(rates[0]! / 2400).toBeCloseTo(1, 1);
  expect(rates[1]! / 1000).toBeCloseTo(1, 1);
});

describe('as many cars pass whatever share is simulated', () => {
  const light = {
    ...cross,
    lights: {
      c: [
        { seconds: 34, green: ['wc', 'ec'] },
        { seconds: 34, green: ['sc', 'nc'] },
      ],
    },
  };
  const shared = (['w', 'e', 's', 'n'] as const).flatMap((from, i) => {
    const [ahead, left] = [
      ['e', 'n'],
      ['w', 's'],
      ['n', 'w'],
      ['s', 'e'],
    ][i]!;
    return [
      [`from ${from}`, `to ${ahead}`, 560],
      [`from ${from}`, `to ${left}`, 140],
    ] as const;
  });
  const across = [
    ['from w', 'to e', 700],
    ['from s', 'to n', 700],
  ] as const;
  test.each([
    ['from a road that crosses a faster one', withPriority, across, 1, 0.1],
    ['where queues that turn left face each other', withPriority, shared, 0, 0.1],
    ['where roads are equal', cross, shared, 0, 0.15],
    ['where no one comes from the right of one of them', cross, across, 0, 0.1],
    ['at lights where lanes turn left too', light, shared, 0, 0.1],
  ])('%s', (_, network, ways, first, tolerance) => {
    const rate = (share: number, repeats: number) => {
      let sum = 0;
      for (let seed = 1; seed <= repeats; seed++) {
        const some = ways.map(([from, to, cars]) => [from, to, Math.round(cars * share)] as const);
        const { rates } = offer(network, some, { sampleFactor: share }, new Random(seed));
        for (const cars of rates.slice(first)) sum += cars / share;
      }
      return sum / repeats;
    };
    const whole = rate(1, 2);
    expect(Math.abs(rate(0.5, 2) / whole - 1)).toBeLessThan(tolerance);
    expect(Math.abs(rate(0.1, 4) / whole - 1)).toBeLessThan(tolerance);
  });
});

test('drivers who turn left and face each other at a light do not wait for each other', () => {
  const lights = {
    c: [
      { seconds: 30, green: ['wc', 'ec'] },
      { seconds: 30, green: ['sc', 'nc'] },
    ],
  };
  const { rates } = offer({ ...cross, lights }, [
    ['from w', 'to n', 600],
    ['from e', 'to s', 600],
    // A car of the other street that sets out as its light turns red does not block them.
    ['from s', 'to n', 700],
  ]);
  for (const rate of rates) expect(rate).toBeGreaterThan(550);
});

test('travel times at a light are the same whatever share is simulated', () => {
  const phases = [
    { seconds: 34, green: ['wc', 'ec'] },
    { seconds: 34, green: ['sc', 'nc'] },
  ];
  const mean = (share: number, repeats: number) => {
    const all = Array.from({ length: repeats }, (_, seed) => {
      const ways = straight.map(([from, to]) => [from, to, 250 * share] as const);
      const settings = { sampleFactor: share };
      return offer({ ...cross, lights: { c: phases } }, ways, settings, new Random(seed)).all;
    }).flat();
    return all.reduce((sum, { seconds }) => sum + seconds, 0) / all.length;
  };
  const ratio = mean(0.02, 12) / mean(1, 1);
  expect(ratio).toBeGreaterThan(0.95);
  expect(ratio).toBeLessThan(1.05);
});

describe('at a light that is green for all roads', () => {
  const open = { ...cross, lights: { c: [{ seconds: 60, green: ['wc', 'ec', 'sc', 'nc'] }] } };

  test('streets that cross wait for each other, and the one from the right goes first', () => {
    const { rates } = offer(
      open,
      [
        ['from w', 'to e', 900],
        ['from s', 'to n', 800],
      ],
      {},
      new Random(1),
    );
    expect(rates[1]).toBeGreaterThan(750);
    expect(rates[0]! / capacity(800, 4.5, 2.5)).toBeGreaterThan(0.8);
    expect(rates[0]! / capacity(800, 4.5, 2.5)).toBeLessThan(1.2);
  });

  test('drivers who turn around need 1.7 times as long as others', () => {
    const { rates } = offer(open, [['from w', 'to w', 1400]]);
    expect(rates[0]).toBeCloseTo(1800 / 1.7, -2);
  });
});
