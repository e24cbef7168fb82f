import type { GroupTables } from '@itinera/run/browser';
import { stepTime } from '@itinera/run/browser';
import { Patience } from '../agents/patience.js';
import { ProblemList } from '../agents/problem.js';
import type { RunStopped } from '../llm/errors.js';
import { LastStep, type StepTracker } from './current-step.js';
import { GroupLog } from './group-log.js';
import { householdsIn } from './households.js';
import type { PersonEnd } from './movement-tables.js';
import { type Disabled, PersonRun } from './person-run.js';
import { ChangedPlans } from './plan-changes.js';
import type { Profile, Surroundings } from './simulation-settings.js';

/** Informs the watcher of a thread who has control. Called often, so it must be cheap. */
export interface Pulse {
  /** A person is about to run a step. */
  step(person: number, step: number): void;
  /** The world does internal work, which may take long: no person is to blame for congested roads. */
  own(work: () => void): void;
}

export interface GroupOptions {
  readonly pulse?: Pulse;
  /** Told which step has control. */
  readonly currentStep?: StepTracker;
  /** People who are disabled, with the step, by id. */
  readonly disabled?: ReadonlyMap<number, Disabled>;
  /** Problems that are reported with this group but do not belong to a person. */
  readonly ofNobody?: ProblemList;
}

/** The tables of a group of people; or why the run had to stop early. */
export type GroupOutcome = GroupTables | { readonly stopped: RunStopped };

const silent: Pulse = { step() {}, own: (work) => work() };

/**
 * Simulates a group of people for all steps. Each person advances independently, unless the world couples them: then all
 * advance in step, and the group must include everyone.
 */
export async function simulateGroup(
  surroundings: Surroundings,
  profiles: readonly Profile[],
  { pulse = silent, currentStep = new LastStep(), disabled, ofNobody = new ProblemList() }: GroupOptions = {},
): Promise<GroupOutcome> {
  const { world, city, settings } = surroundings;
  const patience = new Patience(settings.stepTimeoutSeconds);
  const log = new GroupLog(profiles, settings.clock, city.toLngLat.bind(city));
  for (const { id, home } of profiles) {
    world.addPerson(id, home);
    if (settings.routes) world.keepRoutes(id);
  }
  const people = profiles.map((profile) => new PersonRun(surroundings, profile, patience, disabled?.get(profile.id)));
  const changed = settings.changes && new ChangedPlans(settings.changes, settings.seed);
  const stops = surroundings.agentClass.stopsOnTheWay === true;
  /** Schedules the trips that a person has decided on, as the scenario has them. */
  const plan = (person: PersonRun, index: number, now: number) => {
    const at = person.motion.aoiId;
    const to = changed && at === null ? world.destination(person.id) : null;
    const trips = changed ? changed.trips(profiles[index]!, now, { at, to }, person.trips) : person.trips;
    if (trips !== null) world.setSchedule(person.id, trips, { stops });
  };
  const group = { surroundings, log, pulse, currentStep, plan };
  try {
    if (world.coupled || settings.order === 'step') await inStep(group, people);
    else await eachAlone(group, people);
  } finally {
    patience.close();
  }
  const stopped = stoppedOf(people) ?? (await unawaitedWork(people));
  return stopped ? { stopped } : log.tables(ofNobody);
}

/** Completes unawaited work of the agents so that its failures are counted. */
async function unawaitedWork(people: readonly PersonRun[]): Promise<RunStopped | null> {
  await Promise.all(people.map((person) => person.quiet()));
  // Unhandled rejections are reported at the end of a turn.
  await nextTurn();
  for (const person of people) person.problems.close();
  return stoppedOf(people);
}

function stoppedOf(people: readonly PersonRun[]): RunStopped | null {
  return people.find((person) => person.stopped !== null)?.stopped ?? null;
}

/** What the people of a group share. */
interface Group {
  readonly surroundings: Surroundings;
  readonly log: GroupLog;
  readonly pulse: Pulse;
  readonly currentStep: StepTracker;
  readonly plan: (person: PersonRun, index: number, now: number) => void;
}

async function eachAlone(group: Group, people: readonly PersonRun[]): Promise<void> {
  const chains: Promise<void>[] = [];
  for (const [index, person] of people.entries()) {
    let over = false;
    const chained = group.currentStep.run({ person, step: 0 }, async () => {
      await chain(group, person, index);
      over = true;
    });
    // A failure waits for the others, and must not count as unhandled until then.
    chained.catch(() => {});
    chains.push(chained);
    // A person runs in one go until it first waits for something external, so that a thread that hangs can be
    // attributed to it; people who never wait are finished by now.
    await undefined;
    if (!over) await nextTurn();
  }
  await Promise.all(chains);
}

async function chain(
  { surroundings, log, pulse, currentStep, plan }: Group,
  person: PersonRun,
  index: number,
): Promise<void> {
  const { world, settings } = surroundings;
  const { clock } = settings;
  let now = 0;
  const advance = () => world.advancePerson(person.id, now);
  for (let step = 0; step < clock.steps; step++) {
    now = stepTime(clock, step);
    pulse.own(advance);
    person.begin(step, world.motion(person.id));
    pulse.step(person.id, step);
    currentStep.enterWith({ person, step });
    const deciding = person.decide();
    if (deciding !== undefined) await deciding;
    if (person.stopped !== null) return;
    log.row(index, step, person.motion, person.intention);
    plan(person, index, now);
  }
  now = stepTime(clock, clock.steps);
  pulse.own(advance);
  const ending = person.end();
  if (ending !== undefined) await ending;
  log.end(index, person, endOf(surroundings, person));
}

async function inStep(
  { surroundings, log, pulse, currentStep, plan }: Group,
  people: readonly PersonRun[],
): Promise<void> {
  const { world, settings } = surroundings;
  const { clock } = settings;
  for (let step = 0; step < clock.steps; step++) {
    pulse.own(() => world.advance(stepTime(clock, step)));
    for (const person of people) person.begin(step, world.motion(person.id));
    await Promise.all(
      people.map((person) => {
        pulse.step(person.id, step);
        return currentStep.run({ person, step }, () => person.decide());
      }),
    );
    if (people.some((person) => person.stopped !== null)) return;
    pulse.own(() => {
      for (const [index, person] of people.entries()) {
        log.row(index, step, person.motion, person.intention);
        plan(person, index, stepTime(clock, step));
      }
    });
  }
  pulse.own(() => world.advance(stepTime(clock, clock.steps)));
  await Promise.all(people.map((person) => currentStep.run({ person, step: person.step }, () => person.end())));
  for (const [index, person] of people.entries()) {
    log.end(index, person, endOf(surroundings, person));
  }
}

function endOf({ world, settings }: Surroundings, { id, profile }: PersonRun): PersonEnd {
  const routes = settings.routes ? world.takeRoutes(id) : null;
  const end = { totals: world.totals(id), events: world.takeEvents(id), routes };
  world.removePerson(id);
  householdsIn(world, settings.seed).leave(profile);
  return end;
}

/** Resolves in the next turn of the event loop. Browsers have no `setImmediate`, and clamp timers to 4 ms. */
function nextTurn(): Promise<unknown> {
  return new Promise(globalThis.setImmediate ?? afterMessage);
}

function afterMessage(done: () => void): void {
  const { port1, port2 } = new MessageChannel();
  const onmessage = () => {
    port1.close();
    done();
  };
  Object.assign(port1, { onmessage });
  port2.postMessage(null);
}
