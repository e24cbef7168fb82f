import { SECONDS_PER_DAY } from '@itinera/base';
import type { AoiPlace } from '../../memory/status-memory.js';
import { type AgentContext, type Intention, MobilityAgent } from '../mobility-agent.js';

/** A stay with its start, place and activity. */
export interface PlannedStop {
  /** Seconds since midnight of day 0. */
  readonly from: number;
  readonly aoiId: number;
  readonly intention: Intention;
}

/** An agent that plans its whole day in the morning, with the second of each departure. */
export abstract class PlannedAgent extends MobilityAgent {
  protected readonly home: number;
  /** The workplace, if it is on the map. */
  protected readonly work: number | undefined;
  #stops: readonly PlannedStop[] = [];
  #next = 0;
  #today = -1;

  constructor(context: AgentContext) {
    super(context);
    this.home = this.status.get('home').aoiPosition.aoiId;
    const work = this.status.get('work', null) as AoiPlace | null;
    if (work !== null && this.environment.map.hasAoi(work.aoiPosition.aoiId)) this.work = work.aoiPosition.aoiId;
  }

  /** Returns the stops of a day in order; the first may continue from the day before. */
  protected abstract planDay(from: number, to: number): readonly PlannedStop[];

  forward(): void {
    const [day, time] = this.environment.getDatetime();
    if (day !== this.#today) {
      this.#today = day;
      this.#stops = this.planDay(day * SECONDS_PER_DAY, (day + 1) * SECONDS_PER_DAY);
      this.#next = 0;
      this.environment.setAoiSchedules(
        this.id,
        this.#stops.map(({ aoiId }) => aoiId),
        this.#stops.map(({ from }) => from),
      );
    }
    const now = day * SECONDS_PER_DAY + time;
    while (this.#next < this.#stops.length && this.#stops[this.#next]!.from <= now)
      this.logIntention(this.#stops[this.#next++]!.intention);
  }

  /** Activities for a model without activities: sleep at home at night, work at the workplace, otherwise `other`. */
  protected intentionAt(aoiId: number, seconds: number): Intention {
    if (aoiId === this.work) return 'work';
    if (aoiId !== this.home) return 'other';
    const hour = (seconds % SECONDS_PER_DAY) / 3600;
    return hour >= 22 || hour < 7 ? 'sleep' : 'home activity';
  }

  /** Splits stays at home at the boundaries of day and night. */
  protected withNights(stops: readonly PlannedStop[], to: number): PlannedStop[] {
    return stops.flatMap((stop, i) => {
      const end = stops[i + 1]?.from ?? to;
      const midnight = Math.floor(stop.from / SECONDS_PER_DAY) * SECONDS_PER_DAY;
      const changes = [7, 22].map((hour) => midnight + hour * 3600).filter((at) => at > stop.from && at < end);
      if (stop.aoiId !== this.home || stop.intention === 'work') return [stop];
      return [stop, ...changes.map((from) => ({ ...stop, from, intention: this.intentionAt(stop.aoiId, from) }))];
    });
  }
}
