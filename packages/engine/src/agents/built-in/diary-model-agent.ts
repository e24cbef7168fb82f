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
  OCCUPATION_BY_STATUS,
} from '@itinera/mobility';
import type { AoiPlace } from '../../memory/status-memory.js';
import { MobilityAgent } from '../mobility-agent.js';

/** Places that are tried for a trip; the one whose distance is closest to the drawn distance is chosen. */
const CANDIDATES = 40;
/** Distance of a trip without one, metres. */
const USUAL_METRES = 2000;
/** The status in diary tables, by occupation; children have none. */
const STATUS_BY_OCCUPATION = new Map([
  ['Child', ''],
  ...Object.entries(OCCUPATION_BY_STATUS).map(([status, occupation]) => [occupation, status] as const),
]);

/**
 * Lives days drawn from a model of travel diaries (`fitDiaryModel`) or from days of archetypes: kinds of places, times, modes and distances. Homes and
 * workplaces are those of the profile, other places lie at the drawn distance. Extend it with the model.
 */
export abstract class DiaryModelAgent extends MobilityAgent {
  protected abstract readonly model: DiaryModel | ArchetypeModel;
  #today = -1;
  #activities: { readonly from: number; readonly place: string }[] = [];

  forward(): void {
    const [day, time] = this.environment.getDatetime();
    if (day !== this.#today) {
      this.#today = day;
      const { model } = this;
      const drawn =
        'archetypes' in model
          ? drawArchetypeDay(model, this.#attributes(), this.random)
          : drawDiaryDay(model, this.#attributes(), this.random);
      this.#follow(drawn, day * SECONDS_PER_DAY);
    }
    const now = this.#activities.findLast(({ from }) => from <= day * SECONDS_PER_DAY + time);
    if (now) this.logIntention(now.place === 'home' ? 'home activity' : now.place);
  }

  /** The attributes of the person in the words of diary tables. */
  #attributes() {
    const text = (name: string) => String(this.status.get(name, ''));
    const occupation = text('occupation');
    const gender = text('gender');
    return {
      sex: ({ male: 'm', female: 'f' } as Readonly<Record<string, string>>)[gender] ?? gender,
      age: text('age'),
      status: STATUS_BY_OCCUPATION.get(occupation) ?? occupation,
      hh_size: text('household_size'),
      cars: text('cars'),
    };
  }

  #follow({ trips }: DiaryDay, midnight: number): void {
    const home = this.status.get('home').aoiPosition.aoiId;
    const work = (this.status.get('work', null) as AoiPlace | null)?.aoiPosition.aoiId;
    const known = new Map([['home', home], ...(work === undefined ? [] : [['work', work] as const])]);
    const targets: number[] = [];
    const modes: TripMode[] = [];
    let at = home;
    this.#activities = [{ from: midnight, place: 'home' }];
    for (const { destination, metres, mode, from, to } of trips) {
      const kind = diaryKind(destination);
      const target = known.get(kind) ?? this.#placeAt(at, metres ?? USUAL_METRES);
      // The school of the morning is the school of the afternoon.
      if (kind === 'study' || kind === 'work') known.set(kind, target);
      targets.push(target);
      modes.push(this.#modeOf(mode, at, target, midnight + 60 * from));
      at = target;
      this.#activities.push({ from: midnight + 60 * to, place: destination });
    }
    this.environment.setAoiSchedules(
      this.id,
      targets,
      trips.map(({ from }) => midnight + 60 * from),
      modes,
    );
  }

  /** Without a connection, people who would ride drive, as their destination is at that distance. */
  #modeOf(mode: string, from: number, to: number, departure: number): TripMode {
    const wanted = diaryMode(mode);
    if (wanted !== 'transit') return tripModes[wanted];
    const ride = from === to ? null : this.environment.getRideTime(from, to, departure);
    return ride === null ? TripMode.DRIVE_ONLY : TripMode.BUS_SUBWAY_WALK;
  }

  #placeAt(from: number, metres: number): number {
    const { map } = this.environment;
    const ids = map.remember('diary model places', () => [...map.getAllAois().keys()]);
    const centre = map.getAoiCentre(from);
    let [best, least] = [from, Number.POSITIVE_INFINITY];
    for (let i = 0; i < CANDIDATES; i++) {
      const id = ids[this.random.integer(ids.length)]!;
      const { x, y } = map.getAoiCentre(id);
      const off = Math.abs(Math.log((Math.hypot(x - centre.x, y - centre.y) + 1) / (metres + 1)));
      if (id !== from && off < least) [best, least] = [id, off];
    }
    return best;
  }
}

const tripModes = {
  walk: TripMode.WALK_ONLY,
  bike: TripMode.BIKE_WALK,
  car: TripMode.DRIVE_ONLY,
  other: TripMode.DRIVE_ONLY,
} as const;
