import { type Intention, MobilityAgent } from '../mobility-agent.js';

/** What a day is made of: from when to when it may begin, hours. */
const day = [
  { activity: 'work', from: 6, to: 9 },
  { activity: 'eating out', from: 12, to: 13 },
  { activity: 'work', from: 13, to: 14 },
  { activity: 'leisure and entertainment', from: 18, to: 20 },
  { activity: 'sleep', from: 22, to: 23 },
] as const satisfies readonly { activity: Intention; from: number; to: number }[];

const LUNCH_RADIUS = 1000;
const EVENING_RADIUS = 2000;

/**
 * The documents' complete example as it was meant: to work in the morning, out for lunch, leisure or shopping in the evening,
 * home for the night; at home while a hurricane is about.
 */
export class CommuterAgent extends MobilityAgent {
  /** When the parts of today's day begin, seconds since midnight. */
  #begins: number[] = [];
  #today = -1;
  #next = 0;

  forward(): void {
    const [today, time] = this.environment.getDatetime();
    if (today !== this.#today) {
      this.#today = today;
      this.#begins = day.map(({ from, to }) => this.random.between(from, to) * 3600);
      this.#next = 0;
      this.logIntention('sleep');
    }
    const home = this.status.get('home').aoiPosition.aoiId;
    if (this.getCurrentWeather().hurricaneStatus === 'active') {
      this.logIntention(time < 7 * 3600 || time > 22 * 3600 ? 'sleep' : 'home activity');
      if (this.status.get('position').aoiPosition?.aoiId !== home) this.goToAoi(home);
      return;
    }
    const begin = this.#begins[this.#next];
    if (begin === undefined || time < begin) return;
    this.#act(day[this.#next++]!.activity, home);
  }

  #act(activity: (typeof day)[number]['activity'], home: number): void {
    const work = this.status.get('work', this.status.get('home')).aoiPosition.aoiId;
    if (activity === 'work') {
      this.logIntention(work === home ? 'home activity' : 'work');
      this.goToAoi(work);
    } else if (activity === 'eating out') {
      this.#goAround(activity, ['restaurant'], LUNCH_RADIUS);
    } else if (activity === 'sleep') {
      this.logIntention(activity);
      this.goToAoi(home);
    } else if (this.random.chance(0.5)) {
      this.#goAround('shopping', ['supermarket', 'mall', 'convenience', 'marketplace'], EVENING_RADIUS);
    } else {
      this.#goAround(activity, ['indoor entertainment', 'outdoor activity'], EVENING_RADIUS);
    }
  }

  /** To some place of a kind not far away; the person stays where it is when there is none. */
  #goAround(intention: Intention, poiType: readonly string[], radius: number): void {
    const { x, y } = this.status.get('position').xyPosition;
    const places = this.environment.getAroundPoi({ center: [x, y], radius, poiType });
    if (places.length === 0) return;
    this.logIntention(intention);
    this.goToAoi(this.random.choice(places).aoiId);
  }
}
