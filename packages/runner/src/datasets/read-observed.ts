import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { counted, UserError } from '@itinera/base';
import type { CityMap } from '@itinera/city';
import type { PreparedCity, Profile } from '@itinera/engine';
import {
  type CommuteFlows,
  DIARY_COLUMNS,
  diaryPeople,
  type SurveyDays,
  type SurveyFigures,
  shareBeyond,
  surveyFigures,
} from '@itinera/mobility';
import { FLOW_COLUMNS } from '@itinera/people';
import { readRecords } from '@itinera/tables';
import { openFile } from '@itinera/tables/node';
import { householdsOfCard } from './card-households.js';
import { observedFlows } from './observed-flows.js';

/** The files of a survey, each a diary table. */
const FILES = { weekdays: 'weekdays.csv', weekends: 'weekends.csv' } as const;
/** Commutes between areas. */
const FLOWS = 'flows.csv';
/** A survey's trips that may be longer than the map allows, as a share; and the areas that may lie outside of a map. */
const FEW_BEYOND = 0.1;
const OUTERMOST = 0.01;

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
  const workers = householdsOfCard(people)
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
  const survey = { weekdays: weekdays!, weekends: weekends! };
  const warning = smallMapWarning(survey, map);
  return {
    ...surveyFigures(survey, said.join(', '), { hasTimetable }),
    ...(warning !== null && { warning }),
    flows,
  };
}

/** Says that the trips of a survey do not fit on the map. */
function smallMapWarning(survey: SurveyDays, map: CityMap): string | null {
  const radius = radiusOf(map);
  const share = shareBeyond(radius, survey);
  if (share === null || share <= FEW_BEYOND) return null;
  return `The map is too small for the survey: ${Math.round(100 * share)} % of its trips are longer than ${(radius / 1000).toFixed(1)} km, half of the map's diagonal, so that lengths, minutes and modes of trips cannot agree. Use a map of the whole region.`;
}

/** Half of the diagonal of the map in metres, without the outermost hundredth of its areas on each side. */
function radiusOf(map: CityMap): number {
  const centres = map.aoiCentroids;
  const [width, height] = [0, 1].map((axis) => {
    const sorted = centres.filter((_, i) => i % 2 === axis).sort();
    const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
    return at(1 - OUTERMOST) - at(OUTERMOST);
  });
  return Math.hypot(width!, height!) / 2;
}

function peopleIn({ people }: CommuteFlows): number {
  return Math.round(people.reduce((sum, one, i) => (i % 3 === 2 ? sum + one : sum), 0));
}
