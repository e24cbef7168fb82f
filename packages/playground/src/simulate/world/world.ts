import { UserError } from '@itinera/base';
import {
  type BenchmarkCore,
  type DemoWorld,
  type Doubt,
  dailyMobilityCore,
  dailyMobilityTruthOf,
  demoWorld,
  scaleOf,
  scoreNoisily,
  stepDoubts,
  strangeIntentions,
} from '@itinera/benchmarks/browser';
import { buildRoutingData, packRoutingData, readMap, type SharedColumns } from '@itinera/city/browser';
import { MapCityView, type SharedCity, type SimulationSettings, shareCity } from '@itinera/engine/browser';
import {
  countActions,
  eventRows,
  type GroupTables,
  groupSizeOf,
  groupsOf,
  type Problem,
  planSettings,
  statusRows,
  tripRows,
  underWay,
  underWaySays,
} from '@itinera/run/browser';
import { cityShape } from '../../../../viewer/src/replay/city-shape.js';
import { makeReplay } from '../../../../viewer/src/replay/make-replay.js';
import type { ReplayMeta } from '../../../../viewer/src/wire/replay.js';
import type { AgentJob } from '../messages.js';

/** What the user chooses. */
export interface WorldChoice {
  readonly people: number;
  readonly seed: number;
  /** A map file. */
  readonly map: { readonly name: string; readonly bytes: Uint8Array };
}

/** Everything about a run in the page. */
export interface PlayOutcome {
  readonly score: ReturnType<typeof scoreNoisily>;
  readonly ceiling: ReturnType<typeof scaleOf>['ceiling'];
  /** The score of the random agent with these people; null until it was simulated. */
  readonly floor: ReturnType<typeof scaleOf>['floor'];
  /** Where points are lost, as `asbench explain` begins. */
  readonly summary: readonly string[];
  readonly results: unknown;
  readonly problems: readonly Problem[];
  readonly problemCount: number;
  readonly lostSteps: number;
  readonly trips: number;
  readonly failedTrips: number;
  /** A sentence on trips that had not ended with the run; none without any. */
  readonly underWay: readonly string[];
  readonly kilometres: number;
  /** Why the result is invalid or limited, as `asbench run` says it. */
  readonly doubts: readonly Doubt[];
}

export const MOBILITY_TASK: BenchmarkCore = dailyMobilityCore;

/** A city with people and a truth, in the memory of a worker. */
export class PlayWorld {
  readonly choice: WorldChoice;
  readonly demo: DemoWorld;
  readonly #routing: SharedColumns;
  readonly #truth: object;
  #random: ReturnType<BenchmarkCore['gather']> | undefined;
  #shape: Uint8Array | undefined;

  /** @throws UserError if a map is damaged or unsuitable. */
  constructor(choice: WorldChoice) {
    this.choice = choice;
    const city = { map: mapOf(choice.map), file: choice.map.bytes };
    this.demo = demoWorld(MOBILITY_TASK, { count: choice.people, city });
    this.#routing = packRoutingData(buildRoutingData(this.demo.map));
    this.#truth = dailyMobilityTruthOf(
      'The demo',
      (name) => (this.demo.files[`groundtruth/${name}`] as Uint8Array) ?? null,
    );
  }

  get settings(): SimulationSettings {
    const { clock, weather, country } = MOBILITY_TASK;
    return {
      ...planSettings({ seed: this.choice.seed }),
      order: 'free',
      routes: true,
      agentParams: {},
      clock,
      weather,
      country,
    };
  }

  get groupSize(): number {
    return groupSizeOf(this.demo.people.length, MOBILITY_TASK.clock.steps, false);
  }

  get #groups() {
    return groupsOf({ people: this.demo.people.length, groupSize: this.groupSize });
  }

  /** What the sandbox needs to simulate these people. */
  get job(): Omit<AgentJob, 'agent' | 'hasModel'> {
    const { map, people } = this.demo;
    const shared = shareCity(
      { map, routing: this.#routing, timetable: null },
      { seed: this.choice.seed, congestion: 'off' },
    );
    const city: SharedCity = { ...shared, map: copied(shared.map), routing: copied(shared.routing) };
    const groups = this.#groups.map(({ from, to }) => people.slice(from, to));
    return { settings: this.settings, city, groups };
  }

  /** Scores the tables of a run. @throws UserError if they are not those of these people. */
  score(groups: readonly GroupTables[]): PlayOutcome {
    this.#check(groups);
    const { gathered, trips } = this.#gather(groups);
    const actions = new Map<string, number>();
    for (const { statuses } of groups) countActions(actions, statuses);
    const sum = (of: (facts: GroupTables['statuses']['facts']) => number) =>
      groups.reduce((total, { statuses }) => total + (Number(of(statuses.facts)) || 0), 0);
    const lostSteps = sum(({ lostSteps: lost }) => lost ?? 0);
    const strange = strangeIntentions(actions, MOBILITY_TASK.intentions ?? []);
    const doubts = [
      ...stepDoubts({
        people: this.demo.people.length,
        steps: this.demo.people.length * MOBILITY_TASK.clock.steps,
        lostSteps,
        trips: trips.length,
        events: () => groups.flatMap(({ events }) => [...eventRows(events)]),
        problems: () => groups.map(({ statuses }) => statuses.facts.problems),
      }),
      ...(strange === null ? [] : [{ message: strange, grave: false }]),
    ];
    const { results, people } = gathered;
    const score = scoreNoisily(MOBILITY_TASK, gathered, this.#truth);
    const scale = scaleOf(MOBILITY_TASK, this.#truth, {
      ...gathered,
      ...(this.#random && { random: this.#random }),
    });
    const basis = { results, truth: this.#truth, scores: { ...score, ...scale }, people: people ?? null };
    const ids = this.demo.people.map(({ id }) => id);
    return {
      doubts,
      score,
      ...scale,
      summary: MOBILITY_TASK.findings!({ ...basis, ids }).summary,
      results: gathered.results,
      problems: groups.flatMap(({ statuses }) => statuses.facts.problems),
      problemCount: sum(({ problemCount }) => problemCount),
      lostSteps,
      trips: trips.length,
      failedTrips: sum(({ failedTrips }) => failedTrips ?? 0),
      underWay: underWaySays(underWay(groups.map((group) => group.trips))),
      kilometres: trips.reduce((total, { metres }) => total + metres / 1000, 0),
    };
  }

  /** Keeps the tables of the random agent, whose score is the floor of others. @throws UserError as for a score */
  setFloor(groups: readonly GroupTables[]): void {
    this.#check(groups);
    this.#random = this.#gather(groups).gathered;
  }

  #gather(groups: readonly GroupTables[]) {
    const rows = groups.flatMap(({ statuses }) => [...statusRows(statuses)]);
    const trips = groups.flatMap((group) => [...tripRows(group.trips)]);
    return { gathered: MOBILITY_TASK.gather(rows, new MapCityView(this.demo.map), trips), trips };
  }

  /** Makes the replay of a run: its facts, and its files by name. */
  async replay(groups: readonly GroupTables[], version: string): Promise<Replay> {
    const files = new Map<string, Uint8Array>();
    this.#shape ??= cityShape(this.demo.map);
    files.set('city', this.#shape);
    const ways = groups.map(({ trips, routes }, i) => ({
      trips: [...tripRows(trips)],
      routes: routes!,
      share: (i + 1) / groups.length,
    }));
    const parts = await makeReplay({
      statuses: groups.map(({ statuses }) => statuses),
      ways,
      map: this.demo.map,
      clock: MOBILITY_TASK.clock,
      out: { add: async (name, bytes) => void files.set(name, bytes) },
      onProgress: () => {},
    });
    const meta: ReplayMeta = {
      ...parts,
      attributes: [],
      days: [{ weather: '', stormy: false }],
      firstDay: null,
      version,
    };
    return { meta, files };
  }

  /** The tables come from a thread in which the agent could write anything. */
  #check(groups: readonly GroupTables[]): void {
    const expected = this.#groups;
    const { steps } = MOBILITY_TASK.clock;
    const fits =
      groups.length === expected.length &&
      expected.every(({ from, to }, i) => {
        const people = to - from;
        const { id, lng, lat, parentId, status, action, facts } = groups[i]!.statuses;
        return (
          facts.people === people &&
          [id, lng, lat, parentId, status, action.keys].every(({ length }) => length === people * steps)
        );
      });
    if (!fits) throw new UserError('The agent has changed the tables of the run, so there is no score.');
  }
}

/** @throws UserError with the name of the file if it is not a map. */
function mapOf({ name, bytes }: WorldChoice['map']) {
  try {
    return readMap(bytes);
  } catch (error) {
    if (error instanceof UserError) throw new UserError(error.message.replace(/^map:/, `${name}:`));
    throw error;
  }
}

export interface Replay {
  readonly meta: ReplayMeta;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Memory that another origin may have: shared memory cannot be posted there. */
function copied({ buffer, layout }: SharedColumns): SharedColumns {
  return { buffer: new Uint8Array(buffer).slice().buffer, layout };
}
