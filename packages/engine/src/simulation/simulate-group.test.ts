import { MotionStatus } from '@itinera/city';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type AgentClass, MobilityAgent } from '../agents/mobility-agent.js';
import { StepOver } from '../agents/problem.js';
import { RunStopped } from '../llm/errors.js';
import type { LanguageModel } from '../llm/language-model.js';
import { simulateGroup } from './simulate-group.js';
import type { SimulationSettings } from './simulation-settings.js';
import { noModel, toyCity, toyPeople, toySettings, toyWorld } from './toy-city.fixture.js';

const [home, work] = [500_000_000, 500_000_002];

interface Life extends Partial<SimulationSettings> {
  readonly people?: number;
  readonly coupled?: boolean;
  readonly llm?: LanguageModel;
}

async function live(agentClass: AgentClass, { people = 1, coupled = false, llm = noModel, ...more }: Life = {}) {
  const city = toyCity();
  const outcome = await simulateGroup(
    { settings: toySettings(more), city, world: toyWorld(city, coupled), agentClass, llm },
    toyPeople(people),
  );
  if ('stopped' in outcome) throw outcome.stopped;
  const { facts: header, parentId, status, action } = outcome.statuses;
  const row = (step: number, person = 0) => {
    const at = person * header.clock.steps + step;
    return { parent: parentId[at], status: status[at], action: action.texts[action.keys[at]!] };
  };
  return { row, header, outcome, trips: outcome.trips, rows: parentId.length };
}

test('a row holds the position before the move and the intention after it', async () => {
  class Commuter extends MobilityAgent {
    forward() {
      const [, time] = this.environment.getDatetime();
      if (time !== 1801) return;
      this.goToAoi(work);
      this.logIntention('work');
    }
  }
  const { row, rows, trips } = await live(Commuter);
  expect(rows).toBe(100);
  expect(row(1)).toEqual({ parent: home, status: MotionStatus.SLEEP, action: 'Planning' });
  expect(row(2)).toEqual({ parent: home, status: MotionStatus.SLEEP, action: 'work' });
  // 2000 m at 1 m/s: travelling in the next two steps (900 s, 1800 s), arrived in the third.
  expect(row(3)).toEqual({ parent: 7, status: MotionStatus.DRIVING, action: 'work' });
  expect(row(4)).toEqual({ parent: 7, status: MotionStatus.DRIVING, action: 'work' });
  expect(row(5)).toEqual({ parent: work, status: MotionStatus.SLEEP, action: 'work' });
  expect([...trips.id]).toEqual([1]);
});

test('the clock counts from 1 s and the fifth-last row is the last of day 0', async () => {
  const times: unknown[] = [];
  class Watcher extends MobilityAgent {
    forward() {
      times.push([...this.environment.getDatetime(), this.environment.getDatetime(true)]);
    }
  }
  await live(Watcher);
  expect(times[0]).toEqual([0, 1, '00:00:01']);
  expect(times[1]).toEqual([0, 901, '00:15:01']);
  expect(times[95]).toEqual([0, 85501, '23:45:01']);
  expect(times[96]).toEqual([1, 1, '00:00:01']);
  expect(times).toHaveLength(100);
});

test('position, status, speed and memory are as documented', async () => {
  const seen: unknown[] = [];
  class Looker extends MobilityAgent {
    async forward() {
      const at = await this.status.get('position');
      const onTheWay = this.movementStatus.includes(await this.status.get('status'));
      if (seen.length < 2) seen.push([at, onTheWay, this.status.get('v')]);
      await this.goToAoi(work);
    }
  }
  await live(Looker);
  expect(seen[0]).toEqual([
    {
      xyPosition: { x: 0, y: 0 },
      longlatPosition: { longitude: 0, latitude: 0 },
      aoiPosition: { aoiId: home },
    },
    false,
    0,
  ]);
  expect(seen[1]).toEqual([
    {
      xyPosition: { x: 900, y: 0 },
      longlatPosition: { longitude: 0.009, latitude: 0 },
      lanePosition: { laneId: 7, s: 0 },
    },
    true,
    1,
  ]);
});

test('a step that throws is undone and the person continues', async () => {
  class Clumsy extends MobilityAgent {
    forward() {
      this.logIntention('work');
      this.goToAoi(work);
      if (this.id === 1) throw new Error('oops\u001b[31m');
    }
  }
  const { row, header } = await live(Clumsy, { people: 2 });
  expect(row(50, 0)).toEqual({ parent: home, status: MotionStatus.SLEEP, action: 'Planning' });
  expect(row(50, 1)).toEqual({ parent: work, status: MotionStatus.SLEEP, action: 'work' });
  expect(header.problemCount).toBe(100);
  expect(header.problems).toHaveLength(20);
  expect(header.problemCounts).toEqual([[1, 100]]);
  expect(header.problems[0]).toMatchObject({ person: 1, day: 0, t: 1, kind: 'threw' });
  expect(header.problems[0]!.message).toMatch(/^Error: oops\?\[31m/);
});

test('invalid arguments are rejected by the call', async () => {
  const nonsense: unknown[] = ['home', Number.NaN, 1.5, null, undefined, {}, 10n];
  class Babbler extends MobilityAgent {
    forward() {
      const [, time] = this.environment.getDatetime();
      const step = (time - 1) / 900;
      if (step < nonsense.length) this.goToAoi(nonsense[step] as number);
      if (step === 10) this.logIntention(5 as never);
      if (step === 11) this.environment.setAoiSchedules(99, work);
      if (step === 12) return 'the return value is ignored' as never;
      return undefined as never;
    }
  }
  const { header, row } = await live(Babbler, { clock: { stepSeconds: 900, steps: 20 } });
  expect(header.problemCount).toBe(nonsense.length + 2);
  expect(header.problems.every(({ message }) => message.startsWith('TypeError: '))).toBe(true);
  expect(row(19).parent).toBe(home);
});

test('an unknown AOI is an event with a reason, not a problem of the agent', async () => {
  class Lost extends MobilityAgent {
    forward() {
      if (this.environment.getDatetime()[1] === 1) this.goToAoi(42);
    }
  }
  const { header, outcome } = await live(Lost);
  expect(header.problemCount).toBe(0);
  // At the first second of day 0 and of day 1.
  expect('events' in outcome && [...outcome.events.destination]).toEqual([42, 42]);
});

test('a step that hangs times out, the others continue, and no agent runs two steps at once', async () => {
  let running = 0;
  class Sleeper extends MobilityAgent {
    async forward() {
      const [day, time] = this.environment.getDatetime();
      if (this.id === 1 && day === 0 && time === 901) await new Promise(() => {});
      if (this.id === 2) {
        running++;
        await new Promise(() => {});
      }
      this.goToAoi(work);
    }
  }
  const { header, row } = await live(Sleeper, { people: 3, stepTimeoutSeconds: 0.05 });
  expect(header.problems.map(({ person, t, kind }) => [person, t, kind])).toEqual([
    [1, 901, 'timed-out'],
    [2, 1, 'timed-out'],
    [2, 901, 'timed-out'],
    [2, 1801, 'timed-out'],
    [2, 1801, 'given-up'],
  ]);
  expect(running).toBe(3);
  expect(row(50, 0).parent).toBe(work);
  expect(row(50, 1).parent).toBe(home);
  expect(row(50, 2).parent).toBe(work);
});

test('later actions of a timed-out step have no effect', async () => {
  let wake = () => {};
  const woken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const late: unknown[] = [];
  class Late extends MobilityAgent {
    async forward() {
      const [, time] = this.environment.getDatetime();
      if (time !== 1) return wake();
      await woken;
      try {
        this.goToAoi(work);
      } catch (error) {
        late.push(error);
      }
    }
  }
  const { row, header } = await live(Late, { stepTimeoutSeconds: 0.05, clock: { stepSeconds: 900, steps: 20 } });
  await new Promise(setImmediate);
  expect(late).toEqual([expect.any(StepOver)]);
  expect(header.problems.map(({ kind }) => kind)).toEqual(['timed-out']);
  expect(row(19).parent).toBe(home);
});

test('a constructor or init that fails is a problem of every step, and init runs before forward', async () => {
  class Broken extends MobilityAgent {
    override async init() {
      if (this.id === 1) throw new Error('no init');
      this.status.update('ready', true);
    }
    forward() {
      if (!this.status.get('ready')) throw new Error('forward before init');
      this.goToAoi(work);
    }
  }
  const { header, row } = await live(Broken, { people: 2 });
  expect(header.problemCount).toBe(100);
  expect(header.problems[0]!.message).toMatch(/no init/);
  expect(row(50, 1).parent).toBe(work);
});

test('a close() that fails or hangs is a problem of the last step', async () => {
  class Leaver extends MobilityAgent {
    forward() {}
    override async close() {
      if (this.id === 1) throw new Error('not now');
      if (this.id === 2) await new Promise(() => {});
    }
  }
  for (const coupled of [false, true]) {
    const { header } = await live(Leaver, { people: 3, coupled, stepTimeoutSeconds: 0.05 });
    expect(header.problems.map(({ person, day, t, kind }) => [person, day, t, kind])).toEqual([
      [1, 1, 2701, 'threw'],
      [2, 1, 2701, 'timed-out'],
    ]);
  }
});

test('unawaited requests are completed at the end and can stop the run like others', async () => {
  class Careless extends MobilityAgent {
    forward() {
      this.llm.atextRequest([]).catch(() => {});
    }
  }
  let stopped: RunStopped | null = null;
  const model = (end: (fellBack: () => void) => void): LanguageModel => ({
    ...noModel,
    stoppedFor: () => stopped,
    forPerson: (_, { fellBack }) =>
      ({
        atextRequest: () =>
          new Promise((resolve) => setTimeout(() => resolve(end(() => fellBack?.('nobody answers'))), 30)),
      }) as never,
  });
  const clock = { stepSeconds: 900, steps: 3 };
  const { header } = await live(Careless, { clock, llm: model((fellBack) => fellBack()) });
  expect([header.fallbacks, header.problemCount]).toEqual([3, 3]);
  const stopping = model(() => (stopped = new RunStopped('max-calls', 'enough')));
  await expect(live(Careless, { clock, llm: stopping })).rejects.toThrow('enough');
});

test('people in step produce the same rows as people at their own pace, unless they are coupled', async () => {
  class Wanderer extends MobilityAgent {
    async forward() {
      if (this.random.chance(0.2)) await this.goToAoi(this.random.choice(this.environment.getAoiIds()));
    }
  }
  const alone = await live(Wanderer, { people: 5 });
  const together = await live(Wanderer, { people: 5, coupled: true });
  expect(together.outcome).toEqual(alone.outcome);
});

test('adding a person does not change the others', async () => {
  class Wanderer extends MobilityAgent {
    forward() {
      this.goToAoi(this.random.choice(this.environment.getAoiIds()));
    }
  }
  const few = await live(Wanderer, { people: 2 });
  const many = await live(Wanderer, { people: 5 });
  for (let step = 0; step < 100; step++) expect(many.row(step, 1)).toEqual(few.row(step, 1));
});

test('the weather changes with the day; the last one applies to all later days', async () => {
  const said: string[] = [];
  class Listener extends MobilityAgent {
    forward() {
      said.push(this.getCurrentWeather().statement);
    }
  }
  const weather = ['calm', 'storm'].map((statement) => ({ ...toySettings().weather[0]!, statement }));
  await live(Listener, { weather, clock: { stepSeconds: 43_200, steps: 6 } });
  expect(said).toEqual(['calm', 'calm', 'storm', 'storm', 'storm', 'storm']);
});

test.each([
  { world: 'a coupled world', coupled: true, owned: 7 },
  { world: 'a world in which everyone moves alone', coupled: false, owned: 8 },
])('in $world, no person is blamed for the time that the world takes', async ({ coupled, owned }) => {
  let [asked, own, isOwn] = [0, 0, false];
  const pulse = {
    step: () => {
      expect(isOwn).toBe(false);
      asked++;
    },
    own: (work: () => void) => {
      own++;
      isOwn = true;
      work();
      isOwn = false;
    },
  };
  const city = toyCity();
  const world = toyWorld(city, coupled);
  const [advance, advancePerson] = [world.advance.bind(world), world.advancePerson.bind(world)];
  world.advancePerson = (id, time) => {
    expect(isOwn).toBe(true);
    advancePerson(id, time);
  };
  world.advance = (time) => {
    expect(isOwn).toBe(true);
    advance(time);
  };
  class Still extends MobilityAgent {
    forward() {}
  }
  const settings = toySettings({ clock: { stepSeconds: 900, steps: 3 } });
  await simulateGroup({ settings, city, world, agentClass: Still, llm: noModel }, toyPeople(2), { pulse });
  expect([asked, own]).toEqual([6, owned]);
});

test('a failure of the world rejects with its error, and leaves no rejection unhandled', async () => {
  const city = toyCity();
  const world = toyWorld(city, false);
  vi.spyOn(world, 'advancePerson').mockImplementation(() => {
    throw new Error('the map was changed');
  });
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  const surroundings = {
    settings: toySettings({}),
    city,
    world,
    agentClass: MobilityAgent as AgentClass,
    llm: noModel,
  };
  await expect(simulateGroup(surroundings, toyPeople(3))).rejects.toThrow('the map was changed');
  expect(unhandled).not.toHaveBeenCalled();
});
