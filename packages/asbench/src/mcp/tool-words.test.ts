import { expect, test } from 'vitest';
import { commandLineNote, inToolWords } from './tool-words.js';

const resume = { name: 'resume', arguments: ['run', 'max_calls'], operands: ['run'], command: 'runs resume' };
const run = { name: 'run', arguments: ['task', 'people'], operands: ['task'], command: 'run' };
const measure = {
  name: 'measure',
  arguments: ['real', 'generated'],
  operands: ['real', 'generated'],
  command: 'measure',
};
const tools = [resume, run, measure];

test('options are arguments, and commands are tools', () => {
  const said = (text: string) => inToolWords(text, resume, tools);
  expect(said('--max-calls=5 is reached. Resume it: asbench runs resume a-1 --max-calls 9')).toBe(
    'max_calls: 5 is reached. Resume it: resume run: a-1 max_calls 9',
  );
  expect(said('Free flow: --congestion off (asbench run, asbench runs verify)')).toBe(
    'Free flow: --congestion off (run, asbench runs verify)',
  );
  expect(said('a--max-calls, asbench running')).toBe('a--max-calls, asbench running');
});

test('the values of an advised command have the names of arguments', () => {
  const said = (text: string) => inToolWords(text, resume, tools);
  expect(said('Compare it with your own data: asbench measure truth.csv simulation-1')).toBe(
    'Compare it with your own data: measure real: truth.csv, generated: simulation-1',
  );
  expect(said('Finish it: asbench runs resume "my runs/a-1". Then go on.')).toBe(
    'Finish it: resume run: "my runs/a-1". Then go on.',
  );
  expect(said('the folder that asbench run or asbench simulate writes, or: asbench run or asbench simulate')).toBe(
    'the folder that run or asbench simulate writes, or: run or asbench simulate',
  );
});

test('what remains is named as of a terminal', () => {
  expect(commandLineNote('Pass people. An em--dash, and 3 --- 4.')).toBe('');
  expect(commandLineNote('Free flow: --congestion off. Download: asbench clone TASK, or --congestion on')).toBe(
    'For a terminal, not arguments of this tool: --congestion, asbench clone. Do without, or ask the user to run it there.',
  );
  expect(
    commandLineNote('The file asbench reads is missing. Check it: asbench runs verify a-1, asbench explain or so.'),
  ).toBe(
    'For a terminal, not arguments of this tool: asbench runs verify, asbench explain. Do without, or ask the user to run it there.',
  );
});

test('options of a tool that is named are its arguments, and the hint of an error of usage is left out', () => {
  expect(inToolWords('error: unknown\nAdd --help to see the commands and options.\n', resume, tools)).toBe(
    'error: unknown\n',
  );
  expect(inToolWords('Check it: asbench run TASK --people 3, not --seed', resume, tools)).toBe(
    'Check it: run task: TASK people 3, not --seed',
  );
});
