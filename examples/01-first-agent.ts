// asbench run DailyMobility --agent examples/01-first-agent.ts
import { DailyMobilityAgent } from 'itinera';

/** Works from nine to five and sleeps at night; on some evenings eats out nearby. */
export default class FirstAgent extends DailyMobilityAgent {
  forward(): void {
    if (this.movementStatus.includes(this.status.get('status'))) return; // travelling
    const [, time] = this.environment.getDatetime();
    const hour = Math.floor(time / 3600);
    const home = this.status.get('home').aoiPosition.aoiId;
    const work = this.status.get('work').aoiPosition.aoiId;

    if (hour >= 9 && hour < 17) {
      this.logIntention('work');
      this.goToAoi(work);
    } else if (hour === 18 && this.random.chance(0.1)) {
      const { x, y } = this.status.get('position').xyPosition;
      const [nearest] = this.environment.getAroundPoi({ center: [x, y], radius: 1000, poiType: 'restaurant' });
      if (nearest === undefined) return;
      this.logIntention('eating out');
      this.goToAoi(nearest.aoiId);
    } else if (hour >= 20 || hour < 7) {
      this.logIntention(hour >= 22 || hour < 7 ? 'sleep' : 'home activity');
      this.goToAoi(home);
    }
  }
}
