import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { checkPythonAgent, faultsOf } from './check-agent.js';
import type { ModelAnswer, ModelRequest, PythonTrip, Senses } from './host-messages.js';
import { DEFAULT_PYTHON } from './python-process.js';
import {
  hasNumpy,
  hasPython,
  person,
  pythonFixture,
  senses,
  startHost,
  taskBases,
  toyFolder,
} from './toy-host.fixture.js';

const { city } = toyFolder();
const noModel = async (): Promise<ModelAnswer> => ({ error: 'these agents make no requests' });
const categories = { food: ['restaurant', 'cafe'] };

interface Life {
  readonly task?: string;
  readonly profile?: Record<string, unknown>;
  readonly ask?: (request: ModelRequest) => Promise<ModelAnswer>;
}

/** Runs one person through these senses. @returns its decision in each step, and its output. */
async function live(
  agent: string,
  moments: readonly Senses[],
  { task = 'DailyMobility', profile, ask = noModel }: Life = {},
) {
  const printed: string[] = [];
  const file = pythonFixture(agent);
  const host = await startHost({ file, city, task, categories, onLog: (_, text) => printed.push(...text.split('\n')) });
  try {
    const mind = await host.make(1, person(1, profile), ask);
    const steps: { intention: string | null; trips: readonly PythonTrip[] | undefined }[] = [];
    for (const moment of moments) {
      const { intention, schedules } = await mind.decide(moment);
      steps.push({ intention, trips: schedules.at(-1) });
    }
    mind.leave();
    return { steps, printed };
  } finally {
    await host.close();
  }
}

const drive = (aoi: number): PythonTrip[] => [[500000000 + aoi, null, 2]];
const at = (hour: number, aoi: number | null = 0) => senses(hour * 3600 + 1, aoi);

describe.skipIf(!hasPython)('agents of every style decide as their code prescribes', () => {
  test('places are remembered: the same shops again, a place at a distance, and no place to sleep', async () => {
    const days = Array.from({ length: 20 }, (_, day) => senses(day * 86_400 + 36_000));
    const { steps } = await live('errands.py', days);
    const again = await live('errands.py', days);
    expect(again.steps).toEqual(steps);
    // A school that is no id, as in profiles from elsewhere, is not a place.
    const elsewhere = await live('errands.py', days, { profile: { school: { name: 'Lyceum' } } });
    expect(elsewhere.steps).toEqual(steps);
    const [shops, others] = [0, 1].map((i) => steps.map(({ intention }) => Number(intention!.split(' ')[i]) - 5e8));
    expect(shops!.every((shop) => shop % 2 === 1 && shop < 20)).toBe(true);
    expect(new Set(shops).size).toBeLessThan(10);
    expect(others!.filter((place) => place > 7 && place < 13).length).toBeGreaterThan(15);
    expect(steps[0]!.intention).toContain(
      'expected shopping, eating out, leisure and entertainment, other, or metres for any purpose, got "sleep"',
    );
  });

  test('rules by hour: the first match applies, nothing while travelling, the nearest place of a kind', async () => {
    const young = await live(
      'rule_table.py',
      [at(6), at(8), at(10, null), at(12, 9), at(18, 9), at(20, 10), at(23, 0)],
      {
        profile: { age: 30 },
      },
    );
    expect(young.steps).toEqual([
      { intention: 'sleep', trips: undefined },
      { intention: 'work', trips: drive(9) },
      { intention: 'work', trips: undefined },
      { intention: 'work', trips: undefined },
      { intention: 'eating out', trips: drive(8) },
      { intention: 'home activity', trips: drive(0) },
      { intention: 'sleep', trips: undefined },
    ]);
    const old = await live('rule_table.py', [at(8, 4), at(10, 4), at(13, 3)], { profile: { age: 70 } });
    expect(old.steps).toEqual([
      { intention: 'home activity', trips: drive(0) },
      { intention: 'shopping', trips: drive(3) },
      { intention: 'other', trips: undefined },
    ]);
  });

  test('a state machine: one transition per step, energy updated before each', async () => {
    const { steps } = await live('state_machine.py', [
      at(6),
      at(7),
      at(8, null),
      at(9, 9),
      at(10, 9),
      at(11, null),
      at(12, 0),
    ]);
    expect(steps).toEqual([
      { intention: null, trips: undefined },
      { intention: 'other', trips: drive(9) },
      { intention: 'other', trips: undefined },
      { intention: 'work', trips: undefined },
      { intention: 'other', trips: drive(0) },
      { intention: 'other', trips: undefined },
      { intention: 'home activity', trips: undefined },
    ]);
  });

  test.skipIf(!hasNumpy)('gravity with numpy: the draws of the seed', async () => {
    const { steps } = await live('gravity.py', [at(8, 3), at(9, 12)]);
    const script = `
import random, numpy as np, math
np.random.seed(0); jitter = np.random.rand()
random.seed(1); np.random.seed(1)
rng = np.random.default_rng(random.getrandbits(64))
for x in (300, 1200):
    pois = [i for i in range(20) if math.dist((100 * i, 10), (x, 0)) <= 2000]
    pois.sort(key=lambda i: (math.dist((100 * i, 10), (x, 0)), i))
    w = np.array([1 / max(math.dist((100 * i, 10), (x, 0)), 1.0) ** 2 for i in pois])
    i = np.random.choice(pois, p=w / w.sum())
    print(f"shop {i} {rng.random():.6f} {jitter:.6f}")`;
    const expected = spawnSync(DEFAULT_PYTHON, ['-c', script], { encoding: 'utf8' }).stdout.trim().split('\n');
    expect(steps.map(({ intention }) => intention)).toEqual(expected);
    expect(steps[0]!.trips![0]![0]).toBe(500000000 + Number(expected[0]!.split(' ')[1]));
  });

  test('a diary: a story, then a plan, requested until it is JSON', async () => {
    const asked: ModelRequest[] = [];
    const answers = [
      'I woke at seven.',
      'Sure! Here is your plan',
      '```json\n{"plan": [{"start": "00:00", "intention": "sleep"}, {"start": "noon", "intention": "x"}, {"start": "08:30", "intention": "work"}]}\n```',
    ];
    const { steps, printed } = await live('diary.py', [senses(1), senses(8 * 3600 + 1801), at(9, 9)], {
      profile: { occupation: 'baker' },
      ask: async (request) => ({ text: answers[asked.push(request) - 1]! }),
    });
    expect(asked).toEqual([
      { dialog: [{ role: 'user', content: 'Tell the day of a baker.' }], temperature: 1 },
      ...[0, 0.2].map((temperature) => ({
        dialog: [
          { role: 'system', content: 'Answer in JSON.' },
          { role: 'user', content: 'I woke at seven.' },
        ],
        temperature,
        response_format: { type: 'json_object' },
      })),
    ]);
    expect(steps).toEqual([
      { intention: 'sleep', trips: drive(0) },
      { intention: 'work', trips: drive(9) },
      { intention: 'work', trips: drive(9) },
    ]);
    expect(printed).toEqual(['Diary - WARNING - attempt 1: JSONDecodeError']);
  });

  test('memory: defaults, copies, merges, searches and their output', async () => {
    const { printed } = await live('memorious.py', [senses(1, 2), senses(901, 4)], { profile: { work: null } });
    const there = (n: number, t: string) =>
      `- [mobility]: went to the place 50000000${n} [day: 0, time: ${t}, location: 50000000${n}]`;
    expect(printed).toEqual([
      "'No attribute `status` in memories!'",
      "'No attribute `position` in memories!'",
      "'No attribute `status_summary` in memories!'",
      'current_plan is there',
      '[500000002, 500000004]',
      'Nothing',
      'a default',
      '- I feel hungry for noodles ',
      'Nothing',
      '- [meal]: ate noodles [day: 0, time: 00:00:01, location: 500000002]',
      there(2, '00:00:01'),
      there(4, '00:15:01'),
      '  Related cognition: liked it there',
      there(2, '00:00:01'),
      "[(0, 'mobility', None, 1), (1, 'meal', None, 1), (2, 'mobility', 4, 901), (3, 'meal', None, 901), (4, 'cognition', None, 901)]",
      'Invalid update mode `append`!',
      "{'mood': 'hungry for noodles'}",
      '[] None',
      'closed after 2 steps',
    ]);
  });

  test.each(['own_base.py', 'on_the_hour.py'])('%s is an agent of HurricaneMobility', async (agent) => {
    const night = { ...at(23, 9), weather: { statement: 'Strong wind' } };
    expect((await live(agent, [night], { task: 'HurricaneMobility' })).steps[0]?.trips).toHaveLength(1);
  });

  test('missing names raise errors as in the originals, and existing ones have the same signature', async () => {
    const { printed, steps } = await live('prober.py', [at(13)], { task: 'HurricaneMobility' });
    const keys = [
      'area',
      'driving_gates',
      'driving_positions',
      'id',
      'name',
      'poi_ids',
      'positions',
      'type',
      'urban_land_use',
    ];
    const list = (texts: readonly string[]) => `[${texts.map((text) => `'${text}'`).join(', ')}]`;
    expect(printed).toEqual([
      'get_aoi_xy: AttributeError',
      'mode: TypeError',
      'positional mode: TypeError',
      'attribute of an AOI: AttributeError',
      'lanes: None',
      'centre: KeyError',
      "positions: [5, True, {'x': 0.0, 'y': 0.0}]",
      `keys: ${list([...keys, 'walking_gates', 'walking_positions'])}`,
      'unknown AOI: KeyError',
      "poi: {'id': 700000001, 'name': 'shop 1', 'category': 'shop|supermarket', 'position': {'x': 100.0, 'y': 10.0}, 'aoi_id': 500000001}",
      "weather: ['the weather is sunny', True, 'sunny', None]",
      expect.stringMatching(/^awaited weather: (<_GatheringFuture|\[)/),
      "sense: Don't know",
      expect.stringMatching(/^sense time: \[0, '\d\d:\d\d:\d\d'\]$/),
      'pair: None',
      'poi id: None',
      'unknown poi: KeyError',
      'text: ValueError',
      'nothing: TypeError',
      'intention: AttributeError',
      'intentions: AttributeError',
      "moving: ['STATUS_WALKING', 'STATUS_DRIVING']",
      "clock: [(0, 46801), '13:00:01', 46801]",
      'format: 01:00 PM',
      'default: 0',
      'missing: KeyError',
      'params: {}',
      expect.stringMatching(/^x of north: \[-?0\.0, 11\d\d\.\d+\]$/),
      'degrees: [116.0, 40.0]',
      'aois near: [(500000000, 0.0), (500000001, 100.0), (500000002, 200.0)]',
      'pois near: [700000000, 700000001, 700000002, 700000003]',
      expect.stringMatching(/^prefix: \[\(700000001, 100\.49875621/),
      'a generator: [700000001]',
      "categories: ['restaurant', 'supermarket']",
    ]);
    expect(steps[0]!.trips).toEqual([
      [500000000, null, 1],
      [500000003, 46861, 2],
      [500000004, null, 2],
    ]);
  });

  test('numbers of other libraries are ids and seconds; collections, time and weather are whole', async () => {
    const { printed, steps } = await live('whole_values.py', [at(13)], { task: 'HurricaneMobility' });
    expect(printed).toEqual([
      'True True True False None',
      'True True True',
      expect.stringMatching(/^\S.* 700000000 True$/),
      "13:00:01 0 13:00:01 13:00:01 13 ['13', '00', '01'] True True",
      expect.stringMatching(/^True True True \S+ True$/),
      'TypeError expected an id, got float 1.5',
      'TypeError expected an id, got True',
      "ValueError expected an id, got the text '500000000'",
      'TypeError expected an id, got NoneType None',
    ]);
    expect(steps[0]!.trips).toEqual([
      [500000000, 50000.5, 1],
      [500000001, null, 2],
    ]);
  });

  test('an agent may use the Python package itinera: it passes the check, and its scores are computed', async () => {
    const root = join(import.meta.dirname, '../../../..');
    vi.stubEnv('PYTHONPATH', join(root, 'python', 'src'));
    vi.stubEnv('ITINERA_ASBENCH', join(root, 'packages', 'asbench', 'bin', 'asbench.js'));
    try {
      const report = await checkPythonAgent(pythonFixture('wheel_user.py'), DEFAULT_PYTHON, taskBases);
      expect(faultsOf(report, taskBases)).toEqual([]);
      expect((await live('wheel_user.py', [at(6)])).printed).toEqual(['1.0 itinera.humob']);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
