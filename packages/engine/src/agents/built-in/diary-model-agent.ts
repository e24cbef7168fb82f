import { SECONDS_PER_DAY } from '@itinera/base';
import { TripMode } from '@itinera/city';
import {
  type ArchetypeModel,
  type DiaryDay,
  type DiaryModel,
  diaryKind,
  diaryMode,
  drawArchetypeDay,
  drawDiaryDay,
  drawWorkStatus,
  OCCUPATION_BY_STATUS,
  WORK_STATUSES,
} from '@itinera/mobility';
import type { AoiPlace } from '../../memory/status-memory.js';
import { MobilityAgent } from '../mobility-agent.js';
import { drivesOwnCar } from './licences.js';
import { placeAtDistance, placeOnMap } from './outing-places.js';

/** Distance of a trip without one, metres. */
const USUAL_METRES = 2000;
/** What profiles say of people who work, when they say no more. */
const WORKER = 'Worker';
/** The key of the stream of random numbers of the status. */
const STATUS = -20_000;
/** The status in diary tables, by occupation; children have none. */
const STATUS_BY_OCCUPATION = new Map([
  ['Child', ''],
  ...Object.entries(OCCUPATION_BY_STATUS).map(([status, occupation]) => [occupation, status] as const),
]);

/**
 * Lives days drawn from a model of travel diaries (`fitDiaryModel`) or from days of archetypes: kinds of places, times, modes and distances. Homes,
 * workplaces and schools are those of the profile, other places lie at the drawn distance. A day begins where the one before has ended. On
 * days with dates, people remember places as those of `day-pattern` do, and only those of 16 and older with a car drive. Extend it with the model.
 */
export abstract class DiaryModelAgent extends MobilityAgent {
  protected abstract readonly model: DiaryModel | ArchetypeModel;
  #today = -1;
  #activities: { readonly from: number; readonly place: string }[] = [];
  #status: string | undefined;
  /** Home, and by kind work and school, as soon as known. */
  readonly #known = new Map<string, number>();
  /** Where the last trip leads: a word of the model. */
  #place = 'home';
  /** The AOI to which it leads. */
  #at = 0;

  forward(): void {
    const [day, time] = this.environment.getDatetime();
    if (day !== this.#today) {
      if (this.#today < 0) this.#settle();
      this.#today = day;
      this.#findBody();
      const { model } = this;
      const attributes = this.#attributes();
      const drawn =
        'archetypes' in model
          ? drawArchetypeDay(model, attributes, this.random)
          : drawDiaryDay(model, attributes, this.random, this.#place);
      this.#follow(drawn, day * SECONDS_PER_DAY);
    }
    const now = this.#activities.findLast(({ from }) => from <= day * SECONDS_PER_DAY + time);
    if (now) this.logIntention(now.place === 'home' ? 'home activity' : now.place);
  }

  /** Reads from the profile what does not change. */
  #settle(): void {
    const { map } = this.environment;
    const occupation = String(this.status.get('occupation', ''));
    this.#status = STATUS_BY_OCCUPATION.get(occupation) ?? occupation;
    if (occupation === WORKER && this.environment.weekday !== null) this.#status = this.#workStatus() ?? this.#status;
    this.#at = this.status.get('home').aoiPosition.aoiId;
    this.#known.set('home', this.#at);
    const work = placeOnMap(map, (this.status.get('work', null) as AoiPlace | null)?.aoiPosition.aoiId);
    const school = placeOnMap(map, this.status.get('school', null));
    if (work !== undefined) this.#known.set('work', work);
    if (school !== undefined) this.#known.set('study', school);
  }

  /** Whoever is late may have missed the last trips of the day before. */
  #findBody(): void {
    const here = this.status.get('position').aoiPosition?.aoiId;
    if (here === undefined || here === this.#at) return;
    this.#at = here;
    this.#place = [...this.#known].find(([, aoiId]) => aoiId === here)?.[0] ?? 'other';
  }

  #workStatus(): string | undefined {
    const { model } = this;
    if (!('archetypes' in model)) return drawWorkStatus(model, this.random.fork(STATUS));
    const has = (status: string) => model.archetypes.some(({ words }) => words.status === status);
    return WORK_STATUSES.find(has);
  }

  /** The attributes of the person in the words of diary tables. */
  #attributes() {
    const text = (name: string) => String(this.status.get(name, ''));
    const gender = text('gender');
    return {
      sex: ({ male: 'm', female: 'f' } as Readonly<Record<string, string>>)[gender] ?? gender,
      age: text('age'),
      status: this.#status!,
      hh_size: text('household_size'),
      cars: text('cars'),
    };
  }

  #follow({ trips }: DiaryDay, midnight: number): void {
    const targets: number[] = [];
    const modes: TripMode[] = [];
    this.#activities = [{ from: midnight, place: this.#place }];
    for (const { destination, metres, mode, from, to } of trips) {
      const kind = diaryKind(destination);
      const at = this.#at;
      const target = this.#known.get(kind) ?? this.#outing(kind, metres ?? USUAL_METRES);
      // Who has no school in their profile has the one of the first day.
      if (kind === 'study' || kind === 'work') this.#known.set(kind, target);
      targets.push(target);
      modes.push(this.#modeOf(mode, at, target, midnight + 60 * from));
      this.#at = target;
      this.#place = destination;
      this.#activities.push({ from: midnight + 60 * to, place: destination });
    }
    this.environment.setAoiSchedules(
      this.id,
      targets,
      trips.map(({ from }) => midnight + 60 * from),
      modes,
    );
  }

  /** Without a connection, people who would ride go by car, as their destination is at that distance. */
  #modeOf(mode: string, from: number, to: number, departure: number): TripMode {
    const wanted = diaryMode(mode);
    const canRide = wanted === 'transit' && from !== to && this.environment.getRideTime(from, to, departure) !== null;
    const chosen = canRide ? TripMode.BUS_SUBWAY_WALK : tripModes[wanted];
    const isDriven = chosen === TripMode.DRIVE_ONLY && this.environment.weekday !== null && !drivesOwnCar(this.status);
    return isDriven ? TripMode.PASSENGER : chosen;
  }

  #outing(purpose: string, metres: number): number {
    const { environment, random } = this;
    if (environment.weekday === null) return placeAtDistance(environment.map, random, this.#at, metres);
    return environment.places.choose(purpose, { from: this.#at, metres })!;
  }
}

const tripModes = {
  walk: TripMode.WALK_ONLY,
  bike: TripMode.BIKE_WALK,
  car: TripMode.DRIVE_ONLY,
  transit: TripMode.DRIVE_ONLY,
  other: TripMode.DRIVE_ONLY,
} as const;
