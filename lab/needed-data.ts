import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the folder of real data, which is not part of the project. If it or one of its files is missing, prints the
 * requirements and ends the program.
 */
export function neededData(script: string, files: readonly string[]): string {
  const data = process.env.ITINERA_DATA ?? '';
  const missing = files.filter((file) => data === '' || !existsSync(join(data, file)));
  if (missing.length === 0) return data;
  console.error(
    `npm run ${script} needs real data, which are not part of the project. ${data === '' ? 'Set ITINERA_DATA to a folder with' : `${data} (ITINERA_DATA) lacks`}:\n` +
      `${missing.map((file) => `  ${file}`).join('\n')}\nSources: docs/geobleu.md, docs/scores.md, docs/map-build.md, docs/project/validity.md.`,
  );
  process.exit(1);
}
