import { readFileSync } from 'node:fs';
import { groupBy, Random } from '@itinera/base';
import { recordsOfText } from '@itinera/tables';
import { type Affinities, AGE_GROUPS, exchangeMembers, LARGE } from '../../packages/people/src/exchange-members.js';

// Fits the affinities of packages/people to the households of a diary table, by Boltzmann learning (Ackley, Hinton, Sejnowski
// 1985): people are exchanged between households of the survey until as many of each kind live together.
// Use: npm run households -- santiago-eod-2012/weekdays.csv

const ROUNDS = 120;
const OLDEST = 92;
const MOST = 6;

interface Member {
  readonly group: number;
  readonly sex: number;
}

function householdsOf(path: string): Member[][] {
  const required = ['household', 'age', 'sex'];
  const rows = recordsOfText(readFileSync(path, 'utf8'), path, { required });
  const members = groupBy(rows, ({ household }) => household);
  return [...members.values()]
    .map((own) =>
      own.map(({ age, sex }) => ({ group: groupOf(Number.parseInt(String(age), 10)), sex: Number(sex === 'f') })),
    )
    .filter((own) => own.some(({ group }) => AGE_GROUPS[group]! >= 18))
    .sort((a, b) => b.length - a.length);
}

function groupOf(age: number): number {
  return AGE_GROUPS.findLastIndex((first) => age >= first);
}

const zeros = (rows: number) => Array.from({ length: rows }, () => new Array<number>(AGE_GROUPS.length).fill(0));

/** Pairs and people of each kind. */
function counted(households: readonly Member[][]): { pairs: number[][][]; sizes: number[][] } {
  const pairs = [zeros(AGE_GROUPS.length), zeros(AGE_GROUPS.length)];
  const sizes = zeros(LARGE);
  for (const members of households)
    members.forEach(({ group, sex }, i) => {
      sizes[Math.min(members.length, LARGE) - 1]![group]!++;
      for (const other of members.slice(i + 1)) {
        const table = pairs[Number(sex !== other.sex)]!;
        table[group]![other.group]!++;
        if (group !== other.group) table[other.group]![group]!++;
      }
    });
  return { pairs, sizes };
}

function fitted(households: readonly Member[][]): Affinities {
  const random = new Random(1);
  const all = households.flat();
  const sexes = Uint8Array.from(all, ({ sex }) => sex);
  const ages = Uint8Array.from(all, ({ group }) => {
    const end = AGE_GROUPS[group + 1] ?? OLDEST;
    return AGE_GROUPS[group]! + random.integer(end - AGE_GROUPS[group]!);
  });
  const starts = new Uint32Array(households.length + 1);
  for (const [i, members] of households.entries()) starts[i + 1] = starts[i]! + members.length;
  const people = Uint32Array.from(all, (_, i) => i);
  const wanted = counted(households);
  const pairs = [zeros(AGE_GROUPS.length), zeros(AGE_GROUPS.length)];
  const sizes = zeros(LARGE);
  const learn = (rows: number[][], observed: number[][], made: number[][], rate: number) =>
    rows.forEach((row, i) => {
      row.forEach((value, j) => {
        const change = rate * Math.log((observed[i]![j]! + 1) / (made[i]![j]! + 1));
        row[j] = Math.min(MOST, Math.max(-MOST, value + change));
      });
    });
  // The mean of the second half, in which steps are small: a single draw of households has chance in it.
  const mean = { pairs: [zeros(AGE_GROUPS.length), zeros(AGE_GROUPS.length)], sizes: zeros(LARGE) };
  for (let round = 0; round < ROUNDS; round++) {
    exchangeMembers({ starts, people }, { ages, sexes }, { pairs, sizes }, random, 8);
    const made = counted(
      households.map((_, i) => Array.from(people.subarray(starts[i], starts[i + 1]), (one) => all[one]!)),
    );
    const rate = 0.6 * 0.97 ** round;
    pairs.forEach((table, i) => {
      learn(table, wanted.pairs[i]!, made.pairs[i]!, rate);
    });
    learn(sizes, wanted.sizes, made.sizes, rate);
    if (round < ROUNDS / 2) continue;
    const add = (sums: number[][], rows: number[][]) =>
      sums.forEach((sum, i) => {
        sum.forEach((_, j) => {
          sum[j]! += rows[i]![j]! / (ROUNDS / 2);
        });
      });
    pairs.forEach((rows, i) => {
      add(mean.pairs[i]!, rows);
    });
    add(mean.sizes, sizes);
  }
  return mean;
}

const rows = (table: readonly (readonly number[])[]) =>
  table.map((row) => `    [${row.map((value) => Number(value.toFixed(1))).join(', ')}],`).join('\n');
const { pairs, sizes } = fitted(householdsOf(process.argv[2]!));
process.stdout.write(
  `  pairs: [\n${pairs.map((table) => `   [\n${rows(table)}\n   ],`).join('\n')}\n  ],\n  sizes: [\n${rows(sizes)}\n  ],\n`,
);
