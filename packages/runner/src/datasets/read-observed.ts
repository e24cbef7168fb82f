import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { counted, UserError } from '@itinera/base';
import type { PreparedCity, Profile } from '@itinera/engine';
import { type CommuteFlows, DIARY_COLUMNS, diaryPeople, type SurveyFigures, surveyFigures } from '@itinera/mobility';
import { FLOW_COLUMNS } from '@itinera/people';
import { readRecords } from '@itinera/tables';
import { openFile } from '@itinera/tables/node';
import { firstHouseholds } from './first-households.js';
import { observedFlows } from './observed-flows.js';

/** The files of a survey, each a diary table. */
const FILES = { weekdays: 'weekdays.csv', weekends: 'weekends.csv' } as const;
/** Commutes between areas. */
const FLOWS = 'flows.csv';

/**
 * Reads the figures of a survey of one's own, for the realism card.
 * @param folder with `weekdays.csv` and `weekends.csv`, as `asbench data diaries read` writes them, and `flows.csv`, commutes by the
 * centres of areas; or some of these
 * @throws UserError if it has none of them, or a file is not what it should be
 */
export async function readObserved(
  folder: string,
  { map, timetable }: Pick<PreparedCity, 'map' | 'timetable'>,
  people: readonly Profile[],
): Promise<SurveyFigures> {
  const paths = Object.values(FILES).map((file) => join(folder, file));
  const flowsPath = join(folder, FLOWS);
  if (![...paths, flowsPath].some((path) => existsSync(path)))
    throw new UserError(
      `--observed ${folder}: expected ${FILES.weekdays} or ${FILES.weekends}, diary tables, or ${FLOWS}, commutes (${FLOW_COLUMNS.join(', ')}). To make a diary table from the tables of a survey: asbench data diaries read trips.csv --survey nhts-2017 --only-days weekdays -o ${join(folder, FILES.weekdays)}`,
    );
  const read = async (path: string) =>
    existsSync(path) ? diaryPeople(await readRecords(openFile(path), { required: DIARY_COLUMNS }), path) : [];
  const [weekdays, weekends] = await Promise.all(paths.map(read));
  const workers = firstHouseholds(people)
    .flat()
    .filter(({ work }) => work !== null).length;
  const flows = existsSync(flowsPath)
    ? observedFlows(await readRecords(openFile(flowsPath), { required: FLOW_COLUMNS }), flowsPath, map, workers)
    : null;
  const days = weekdays!.length + weekends!.length;
  const said = [
    basename(resolve(folder)),
    ...(days > 0 ? [counted(days, 'day')] : []),
    ...(flows === null
      ? []
      : [`commutes of ${counted(peopleIn(flows), 'person', 'people')} between ${flows.areas.length / 3} areas`]),
  ];
  const hasTimetable = timetable !== null;
  return { ...surveyFigures({ weekdays: weekdays!, weekends: weekends! }, said.join(', '), { hasTimetable }), flows };
}

function peopleIn({ people }: CommuteFlows): number {
  return Math.round(people.reduce((sum, one, i) => (i % 3 === 2 ? sum + one : sum), 0));
}
