import type { Command } from 'commander';
import { addHumobBaseline } from './humob-baseline.js';
import { addHumobScore } from './humob-score.js';
import { addHumobSplit } from './humob-split.js';
import { addHumobSynth } from './humob-synth.js';
import { addHumobValidate } from './humob-validate.js';

/** `asbench humob …`: the tools for a submission to the HuMob Challenge. */
export default function addHumob(program: Command): void {
  const humob = program.command('humob');
  for (const add of [addHumobScore, addHumobValidate, addHumobBaseline, addHumobSplit, addHumobSynth]) add(humob);
}
