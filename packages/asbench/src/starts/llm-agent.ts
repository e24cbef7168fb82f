/** An agent that asks a language model for a decision of a fixed form. */
export function llmAgent(className: string, base: string): string {
  return `import { ${base}, z } from '@itinera/bench';

/** What the model may answer; the example is what the scripted stand-in says. */
const decision = z.object({ go: z.enum(['home', 'work', 'out']) }).meta({ examples: [{ go: 'work' }, { go: 'home' }] });

/** Asks once an hour of the day where to be, and goes there. */
export default class ${className} extends ${base} {
  #asked = -1; // hour since the first midnight

  async forward(): Promise<void> {
    // On the way: let the trip go on. A new target would re-route it.
    if (this.movementStatus.includes(this.status.get('status'))) return;
    const [day, time] = this.environment.getDatetime(); // day from 0, seconds since midnight
    const home = this.status.get('home').aoiPosition.aoiId;
    const work = this.status.get('work', this.status.get('home')).aoiPosition.aoiId;
    if (time < 7 * 3600 || time >= 22 * 3600) return this.stay(home, 'sleep');
    const hour = Math.floor(time / 3600);
    if (day * 24 + hour === this.#asked) return;
    this.#asked = day * 24 + hour;

    const persona = \`You are \${this.status.get('age')} years old and work as \${this.status.get('occupation')}.\`;
    const { go } = await this.llm.request(
      decision,
      [
        { role: 'system', content: persona },
        { role: 'user', content: \`It is \${hour}:00 on a weekday. Are you at home, at work, or out for something else?\` },
      ],
      { fallback: { go: 'home' } }, // when no usable answer comes
    );
    if (go === 'home') this.stay(home, 'home activity');
    else if (go === 'work') this.stay(work, 'work');
    else this.goOut();
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
`;
}

/** The models to ask. */
export const LLM_CONFIG = `# Scripted answers need no key and cost nothing: they show that all of it runs. For a model, say
#   - provider: deepseek
#     api_key: \${DEEPSEEK_API_KEY}
#     model: deepseek-flash
# or another provider; a server of your own takes base_url. See docs/language-models.md
llm:
  - provider: scripted
`;
