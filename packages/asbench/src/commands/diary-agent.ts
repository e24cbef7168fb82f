import { writeDurably } from '@itinera/base/node';
import { type ArchetypeModel, DIARY_COLUMNS, type DiaryModel, type DiaryPerson, diaryPeople } from '@itinera/mobility';
import { readRecords } from '@itinera/tables';
import { openFile } from '@itinera/tables/node';

/** Reads a diary table. @throws UserError for any other table */
export async function readDiaries(path: string, required = DIARY_COLUMNS): Promise<DiaryPerson[]> {
  return diaryPeople(await readRecords(openFile(path), { required }), path);
}

/** Writes an agent that lives days of a model, which its file contains. @param what for the agent's docstring */
export function writeDiaryAgent(output: string, model: DiaryModel | ArchetypeModel, what: string): void {
  writeDurably(output, [
    `import { DiaryModelAgent } from 'itinera';

/** Lives days of ${what}. */
export default class FittedDiary extends DiaryModelAgent {
  model = model;
}

const model = JSON.parse(${JSON.stringify(JSON.stringify(model))});
`,
  ]);
}
