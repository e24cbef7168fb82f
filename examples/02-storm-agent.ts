// asbench run HurricaneMobility --agent examples/02-storm-agent.ts
import { HurricaneMobilityAgent } from 'itinera';

/** Commutes, and stays at home on some days with weather warnings. */
export default class StormAgent extends HurricaneMobilityAgent {
  #today = -1;

  forward(): void {
    const [day] = this.environment.getDatetime();
    if (day === this.#today) return;
    this.#today = day;
    const { warnings, hurricaneStatus } = this.getCurrentWeather();
    const staysHome = warnings.length > 0 && this.random.chance(0.5);
    this.stream.add('plan', `${hurricaneStatus}: ${staysHome ? 'stay at home' : 'go out'}`);
    if (staysHome) return;
    const [work, home] = [this.status.get('work'), this.status.get('home')];
    const at = (hour: number) => (day * 24 + hour + this.random.next()) * 3600;
    this.environment.setAoiSchedules(this.id, [work.aoiPosition.aoiId, home.aoiPosition.aoiId], [at(8), at(17)]);
  }
}
