import { MobilityAgent } from '../mobility-agent.js';

/** Goes anywhere at any time: a template for agents, and the floor that every agent has to beat. */
export class RandomAgent extends MobilityAgent {
  forward(): void {
    if (this.movementStatus.includes(this.status.get('status'))) return;
    this.goToAoi(this.random.choice(this.environment.map.getAllAois()).id);
    this.logIntention(this.random.choice(this.intentionList));
  }
}
