import { DailyMobilityAgent, z } from 'itinera';

const PROMPT = 'Where are you: at home, at work or out? Do you go out?';

/** The answers that the model may give; the scripted provider returns the examples. */
const decision = z.object({ go: z.enum(['home', 'work', 'out']) }).meta({ examples: [{ go: 'work' }, { go: 'home' }] });

/** Asks the model once per hour where to be, and goes there. */
export default class MyLlmAgent extends DailyMobilityAgent {
  #asked = -1; // hour since the first midnight

  async forward(): Promise<void> {
    // On a trip: let it continue. A new target would reroute it.
    if (this.movementStatus.includes(this.status.get('status'))) return;
    const [day, time] = this.environment.getDatetime(); // day from 0, seconds since midnight
    const home = this.status.get('home');
    const work = this.status.get<typeof home | null>('work', null)?.aoiPosition.aoiId; // undefined without work
    if (time < 7 * 3600 || time >= 22 * 3600) return this.stay(home.aoiPosition.aoiId, 'sleep');
    const hour = Math.floor(time / 3600);
    if (day * 24 + hour === this.#asked) return;
    this.#asked = day * 24 + hour;

    const persona = `You are ${this.status.get('age')} years old and work as ${this.status.get('occupation')}.`;
    const { go } = await this.llm.request(
      decision,
      [
        { role: 'system', content: persona },
        { role: 'user', content: `It is ${hour}:00 on a weekday. ${PROMPT}` },
      ],
      { fallback: { go: 'home' } }, // if there is no usable answer
    );
    if (go === 'work' && work !== undefined) this.stay(work, 'work');
    else if (go === 'out') this.goOut();
    else this.stay(home.aoiPosition.aoiId, 'home activity');
  }

  private stay(aoiId: number, intention: 'sleep' | 'work' | 'home activity'): void {
    this.logIntention(intention);
    if (this.status.get('position').aoiPosition?.aoiId !== aoiId) this.goToAoi(aoiId);
  }

  private goOut(): void {
    const { x, y } = this.status.get('position').xyPosition;
    const places = this.environment.getAroundPoi({ center: [x, y], radius: 1500, poiType: ['restaurant'] });
    if (places.length === 0) return;
    this.logIntention('eating out');
    this.goToAoi(this.random.choice(places).aoiId);
  }
}
