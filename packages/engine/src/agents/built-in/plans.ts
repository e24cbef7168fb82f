import { SECONDS_PER_DAY } from '@itinera/base';
import { TripMode } from '@itinera/city/browser';
import { type Intention, MobilityAgent } from '../mobility-agent.js';

/** A trip of a plan; `from` is the departure in seconds since midnight. */
interface PlannedTrip {
  readonly aoi: number;
  readonly from: number;
  readonly mode: string;
  readonly activity: string;
}

const MODES: Readonly<Record<string, TripMode>> = {
  walk: TripMode.WALK_ONLY,
  bike: TripMode.BIKE_WALK,
  pt: TripMode.BUS_SUBWAY_WALK,
  ride: TripMode.PASSENGER,
};

/** Follows the `plan` of the profile every day, as read from MATSim; people without one stay at home. */
export class PlansAgent extends MobilityAgent {
  #today = -1;

  forward(): void {
    const [day, time] = this.environment.getDatetime();
    const plan = this.status.get('plan', []) as readonly PlannedTrip[];
    const midnight = day * SECONDS_PER_DAY;
    if (day !== this.#today) {
      this.#today = day;
      this.environment.setAoiSchedules(
        this.id,
        plan.map(({ aoi }) => aoi),
        plan.map(({ from }) => midnight + from),
        plan.map(({ mode }) => MODES[mode] ?? TripMode.DRIVE_ONLY),
      );
    }
    this.logIntention(intentionOf(plan.findLast(({ from }) => from <= time)?.activity ?? 'home'));
  }
}

function intentionOf(activity: string): Intention {
  if (activity.startsWith('home')) return 'home activity';
  return activity.startsWith('work') ? 'work' : 'other';
}
