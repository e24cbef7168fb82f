import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { counted, UserError } from '@itinera/base';
import { DIARY_COLUMNS, diaryPeople, type SurveyFigures, surveyFigures } from '@itinera/mobility';
import { readRecords } from '@itinera/tables';
import { openFile } from '@itinera/tables/node';

/** The files of a survey, each a diary table. */
const FILES = { weekdays: 'weekdays.csv', weekends: 'weekends.csv' } as const;

/**
 * Reads the figures of a survey of one's own, for the realism card.
 * @param folder with `weekdays.csv`, `weekends.csv` or both, as `asbench data diaries read` writes them
 * @throws UserError if it has neither, or a file is no diary table
 */
export async function readObserved(folder: string, hasTimetable: boolean): Promise<SurveyFigures> {
  const paths = Object.values(FILES).map((file) => join(folder, file));
  if (!paths.some((path) => existsSync(path)))
    throw new UserError(
      `--observed ${folder}: expected ${FILES.weekdays} or ${FILES.weekends}, diary tables. To make one from the tables of a survey: asbench data diaries read trips.csv --survey nhts-2017 --only-days weekdays -o ${join(folder, FILES.weekdays)}`,
    );
  const read = async (path: string) =>
    existsSync(path) ? diaryPeople(await readRecords(openFile(path), { required: DIARY_COLUMNS }), path) : [];
  const [weekdays, weekends] = await Promise.all(paths.map(read));
  const people = counted(weekdays!.length + weekends!.length, 'day');
  return surveyFigures({ weekdays: weekdays!, weekends: weekends! }, `${basename(resolve(folder))}, ${people}`, {
    hasTimetable,
  });
}
