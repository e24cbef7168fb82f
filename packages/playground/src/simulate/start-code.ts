/** The first agent in the editor: complete, with what an agent needs to know about its interface. */
export const START_CODE = `import { DailyMobilityAgent } from 'itinera';

/** Works from nine to five, goes out on some evenings and sleeps at home. */
export default class MyAgent extends DailyMobilityAgent {
  // Called every 15 minutes for each person: look around, decide, act.
  forward() {
    // On a trip: let it continue. A new target would reroute it.
    if (this.movementStatus.includes(this.status.get('status'))) return;

    const [, time] = this.environment.getDatetime(); // day from 0, seconds since midnight
    const hour = time / 3600;
    const home = this.status.get('home').aoiPosition.aoiId;
    const work = this.status.get('work', null)?.aoiPosition.aoiId; // undefined without work

    if (hour < 7 || hour >= 23) this.stay(home, 'sleep');
    else if (work !== undefined && hour >= 9 && hour < 17) this.stay(work, 'work');
    else if (hour >= 18 && hour < 20 && this.random.chance(0.3)) this.goOut();
    else if (work === undefined || hour < 9 || hour >= 20) this.stay(home, 'home activity');
  }

  // sleep, home activity, other, work, shopping, eating out, leisure and entertainment
  stay(aoi, intention) {
    this.logIntention(intention);
    if (this.status.get('position').aoiPosition?.aoiId !== aoi) this.setOut(aoi);
  }

  goOut() {
    const { x, y } = this.status.get('position').xyPosition; // metres
    const places = this.environment.getAroundPoi({ center: [x, y], radius: 1500, poiType: ['restaurant'] });
    if (places.length === 0) return;
    this.logIntention('eating out');
    // this.random gives the same day for the same seed.
    this.setOut(this.random.choice(places).aoiId);
  }

  // Leaves within 15 minutes; with this.goToAoi(aoi) everybody would leave exactly at the step.
  setOut(aoi) {
    const [day, time] = this.environment.getDatetime();
    this.environment.setAoiSchedules(this.id, [aoi], [day * 86_400 + time + this.random.between(0, 900)]);
  }
}
`;
