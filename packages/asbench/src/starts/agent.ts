/** A working agent in two minutes of reading. */
export function agentTemplate(className: string, base: string): string {
  return `import { ${base} } from '@itinera/bench';

/** Works from nine to five, spends the evening around, and sleeps at home. */
export default class ${className} extends ${base} {
  forward(): void {
    // On the way: let the trip go on. A new target would re-route it.
    if (this.movementStatus.includes(this.status.get('status'))) return;

    const [, time] = this.environment.getDatetime(); // day from 0, seconds since midnight
    const hour = time / 3600;
    const home = this.status.get('home').aoiPosition.aoiId;
    const work = this.status.get('work', this.status.get('home')).aoiPosition.aoiId;

    if (hour < 7 || hour >= 23) this.stay(home, 'sleep');
    else if (hour >= 9 && hour < 17) this.stay(work, 'work');
    else if (hour >= 18 && hour < 20 && this.random.chance(0.3)) this.goOut();
    else if (hour < 9 || hour >= 20) this.stay(home, 'home activity');
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
    // this.random: the same seed gives the same day.
    this.setOut(this.random.choice(places).aoiId);
  }

  /** Within the next minutes: not everybody leaves at the step itself, as with \`this.goToAoi(aoiId)\`. */
  private setOut(aoiId: number): void {
    const [day, time] = this.environment.getDatetime();
    this.environment.setAoiSchedules(this.id, [aoiId], [day * 86_400 + time + this.random.between(0, 900)]);
  }
}
`;
}

/** A test that needs no framework. @param options more words of the command, with a blank before them */
export function agentTestTemplate(stem: string, task: string, options: string): string {
  return `import assert from 'node:assert/strict';
import { execSync } from 'node:child_process';
import { test } from 'node:test';

// node --test ${stem}.test.mjs
const command = 'npx --no -- asbench run ${task} --agent ${stem}.ts${options} --people 5 --seed 1 --json';
const run = () => JSON.parse(execSync(command, { cwd: import.meta.dirname, encoding: 'utf8' }));

test('every step goes well, and the same seed gives the same scores', () => {
  const first = run();
  assert.equal(first.problems, 0);
  assert.deepEqual(run().scores, first.scores);
});
`;
}
