import { readFileSync, writeFileSync } from 'node:fs';

/** Puts text between `<!-- name -->` and `<!-- /name -->` of README.md, in place of what stands there. */
export function writeBetweenMarks(name: string, text: string): void {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const readme = readFileSync('README.md', 'utf8');
  const [before, rest] = readme.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`README.md lacks ${start} … ${end}.`);
  writeFileSync('README.md', `${before}${start}\n${text}\n${end}${after}`);
}
