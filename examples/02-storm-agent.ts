// asbench run HurricaneMobility --agent examples/02-storm-agent.ts
import { HurricaneMobilityAgent } from '@itinera/bench';

/** Commutes, and stays at home on some days when the weather warns. */
export default class StormAgent extends HurricaneMobilityAgent {
  #decided = -1;
  #staysHome = false;

  forward(): void {
    const [day, time] = this.environment.getDatetime();
    if (day !== this.#decided) {
      this.#decided = day;
      const { warnings, hurricaneStatus } = this.getCurrentWeather();
      this.#staysHome = warnings.length > 0 && this.random.chance(0.5);
      this.stream.add('plan', `${hurricaneStatus}: ${this.#staysHome ? 'stay at home' : 'go out'}`);
    }
    if (this.#staysHome) return;
    const hour = Math.floor(time / 3600);
    if (hour === 8) this.goToAoi(this.status.get('work').aoiPosition.aoiId);
    if (hour === 17) this.goToAoi(this.status.get('home').aoiPosition.aoiId);
  }
}
