import { asFault, type WorldAnswer, type WorldQuestion } from './questions.js';
import { runFiles } from './run-files.js';
import { PlayWorld } from './world.js';
import { zipOf } from './zip.js';

// The thread of the city: creates it, and scores and draws what the sandbox has simulated. No code of agents runs here.

let world: PlayWorld | undefined;

addEventListener(
  'message',
  async ({ data: { number, question } }: MessageEvent<{ number: number; question: WorldQuestion }>) => {
    const reply = (answer: WorldAnswer) => postMessage({ number, ...answer });
    try {
      reply({ answer: await answerTo(question) });
    } catch (error) {
      reply({ fault: asFault(error) });
    }
  },
);

async function answerTo(question: WorldQuestion): Promise<unknown> {
  if (question.ask === 'open') {
    world = new PlayWorld(question.choice);
    return world.job;
  }
  if (question.ask === 'score') return world!.score(question.groups);
  if (question.ask === 'floor') return world!.setFloor(question.groups);
  if (question.ask === 'pack') return zipOf(question.name, await runFiles(world!, question.run));
  return world!.replay(question.groups, question.version);
}
