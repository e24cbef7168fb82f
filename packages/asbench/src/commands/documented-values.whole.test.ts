import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generators, PROFILES } from '@itinera/mobility';
import { expect, test } from 'vitest';
import { asbench, testFolder } from './asbench.fixture.js';

// Through the bundle, which is what ships: code that works from source may lack exports there.

const folder = testFolder();
const RULES = ['grid:500', 'grid', 'cluster:100', 'cluster', 'h3:9', 'h3', 'exact', 'own'];

const lines = Array.from({ length: 8 }, (_, uid) =>
  Array.from({ length: 24 }, (_, hour) => {
    const place = hour > 8 && hour < 18 ? uid % 3 : 3 + uid;
    return `${uid},${1_600_041_600 + hour * 3600},${35 + 0.01 * place},139.7,${place}`;
  }),
).flat();
writeFileSync(join(folder, 'people.csv'), `uid,time,lat,lon,place\n${lines.join('\n')}\n`);

/** The words of an option's help that look like `name:SIZE` or a name, to find values that no test tries. */
const documentedRules = (help: string) =>
  [...(/--places <rule>\s+([\s\S]*?)\(default/.exec(help)?.[1] ?? '').matchAll(/\b(grid|cluster|h3|exact|own)\b/g)].map(
    ([, name]) => name,
  );

test.each(['measure', 'generate'])('the rules that %s documents are those that are tried', async (command) => {
  const { stdout } = await asbench(folder, command, '--help');
  expect(new Set(documentedRules(stdout))).toEqual(new Set(RULES.map((rule) => rule.split(':')[0])));
});

// One process' work per rule, which also tries a model and a paper: all values of each are covered.
const models = generators.map(({ name }) => name);
const cases = Array.from({ length: Math.max(RULES.length, models.length, PROFILES.length) }, (_, i) => ({
  rule: RULES[i % RULES.length]!,
  model: models[i % models.length]!,
  profile: PROFILES[i % PROFILES.length]!,
}));

test.each(cases)('places by $rule, people by $model, scores of $profile', async ({ rule, model, profile }) => {
  const options = ['--places', rule, '--paper', profile, '--json'];
  const measured = await asbench(folder, 'measure', 'people.csv', 'people.csv', ...options);
  expect([measured.stderr, measured.status]).toEqual(['', 0]);
  const { compared, profile: found } = JSON.parse(measured.stdout);
  expect(compared.real.places).toBe(11);
  expect('notComputed' in found || Object.keys(found.scores).length > 0).toBe(true);
  const made = ['--train', 'people.csv', '--people', '3', '--days', '1', '--places', rule, '-o', 'made.csv'];
  const { stderr, status } = await asbench(folder, 'data', 'generate', model, ...made);
  expect([stderr, status]).toEqual([
    expect.stringMatching(/^(Wrote|Replaced) made\.csv: \d+ SYNTHETIC rows of 3 people/m),
    0,
  ]);
  expect(readFileSync(join(folder, 'made.csv'), 'utf8')).toMatch(/^uid,time,lat,lon.*\n.+\n/);
});
