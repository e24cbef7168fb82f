import { DailyMobilityAgent } from 'itinera';

/** Works from nine to five, goes out on some evenings and sleeps at home. */
export default class MyAgent extends DailyMobilityAgent {
  /** `asbench study evolve` searches for better values. */
  static override parameters = { evening: { default: 0.3, from: 0, to: 1 } };

  forward(): void {
    // On a trip: let it continue. A new target would reroute it.
    if (this.movementStatus.includes(this.status.get('status'))) return;

    const [, time] = this.environment.getDatetime(); // day from 0, seconds since midnight
    const hour = time / 3600;
    const home = this.status.get('home');
    const work = this.status.get<typeof home | null>('work', null)?.aoiPosition.aoiId; // undefined without work

    if (hour < 7 || hour >= 23) this.stay(home.aoiPosition.aoiId, 'sleep');
    else if (work !== undefined && hour >= 9 && hour < 17) this.stay(work, 'work');
    else if (hour >= 18 && hour < 20 && this.random.chance(Number(this.params.evening))) this.goOut();
    else if (work === undefined || hour < 9 || hour >= 20) this.stay(home.aoiPosition.aoiId, 'home activity');
  }

  private stay(aoiId: number, intention: 'sleep' | 'work' | 'home activity'): void {
    this.logIntention(intention);
    if (this.status.get('position').aoiPosition?.aoiId !== aoiId) this.setOut(aoiId);
  }

  private goOut(): void {
    const { x, y } = this.status.get('position').xyPosition;
    const places = this.environment.getAroundPoi({ center: [x, y], radius: 1500, poiType: ['restaurant'] });
    if (places.length === 0) return;
    this.logIntention('eating out');
    // this.random gives the same day for the same seed.
    this.setOut(this.random.choice(places).aoiId);
  }

  /** Leaves within 15 minutes; with `this.goToAoi(aoiId)` everybody would leave exactly at the step. */
  private setOut(aoiId: number): void {
    const [day, time] = this.environment.getDatetime();
    this.environment.setAoiSchedules(this.id, [aoiId], [day * 86_400 + time + this.random.between(0, 900)]);
  }
}
