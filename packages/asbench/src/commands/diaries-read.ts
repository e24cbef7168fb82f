import { basename } from 'node:path';
import { counted, describeIssue, didYouMean, furthestIssue, UserError } from '@itinera/base';
import { writeDurably } from '@itinera/base/node';
import { diaryTable, readSurvey, SURVEY_LAYOUTS, type SurveyLayout } from '@itinera/mobility';
import { openFile } from '@itinera/tables/node';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { readDocument } from '../documents/read-document.js';
import { noteAsSources } from '../trajectories/synthetic-mark.js';
import { outputFile, printWrote } from './output-path.js';
import { print } from './terminal.js';

const WEEKENDS = ['sat', 'sun'];
const LAYOUTS = Object.keys(SURVEY_LAYOUTS);

const column = z
  .union([
    z.string().describe('name of a column'),
    z.strictObject({
      column: z.string().describe('name of the column'),
      codes: z.record(z.string(), z.string()).optional().describe('meaning of each code'),
      list: z
        .strictObject({
          separator: z.string().min(1).describe('between the codes of a cell, such as ;'),
          order: z
            .array(z.string())
            .describe('meanings in order of priority: a cell with several codes gets the first'),
        })
        .optional()
        .describe('for cells with several codes'),
      since: z.number().optional().describe('year of the survey, from which the year of birth is subtracted'),
    }),
  ])
  .meta({ id: 'column' });
const field = z.union([column, z.array(column)]).meta({ id: 'field' });
const key = z.union([z.string(), z.array(z.string()).min(1)]).meta({ id: 'key' });
const meanings = z.record(z.string(), z.string()).meta({ id: 'meanings' });
const start = z.string().describe('column with the start time');
const end = z.string().describe('column with the end time');
const mode = field.optional().describe('mode of travel, such as walk, bus or car');
/** The file that describes a survey. */
export const surveyFile = z
  .strictObject({
    times: z.enum(['hhmm', 'clock', 'minutes']).describe('hhmm (735), clock (7:35) or minutes since the diary began'),
    begins: z
      .number()
      .int()
      .min(0)
      .max(720)
      .describe('minute of the day at which a diary begins; earlier times belong to the next day'),
    people: z
      .strictObject({
        household: key.describe('column, or list of columns, that identifies a household'),
        person: key.describe('column, or list of columns, that identifies a person'),
        weight: field.optional().describe('number of people that this person represents'),
        sex: field.optional().describe('m or f'),
        age: field.optional().describe('years; with since, the year of birth'),
        status: field.optional().describe('occupation, such as work_full, student or retired'),
        hh_size: field.optional().describe('people in the household'),
        cars: field.optional().describe('cars of the household'),
        day: field.optional().describe('day of the diary, mon to sun'),
      })
      .describe('table of people'),
    trips: z
      .strictObject({
        start,
        end,
        to: field.describe('kind of place of the destination, such as home, work or shop'),
        from: field.optional().describe('kind of place at which the first trip begins (default: home)'),
        mode,
        length: z
          .union([
            z.strictObject({
              column: z.string().describe('column with the length'),
              metres: z.number().positive().describe('metres per unit of the column'),
            }),
            z.strictObject({ xy: z.array(z.string()).length(4).describe('columns x, y, x, y of both ends, metres') }),
          ])
          .optional()
          .describe('length, or the coordinates of both ends'),
        factor: field.optional().describe('number of trips that this trip represents'),
      })
      .optional()
      .describe('use with one row per trip'),
    episodes: z
      .strictObject({ start, end, place: field.describe('kind of place, or travel'), mode })
      .optional()
      .describe('use with one row per activity'),
    slots: z
      .strictObject({
        first: z.string().describe('column of the first slot, such as wher_001; the others have the next numbers'),
        minutes: z.number().int().positive().describe('length of a slot'),
        places: meanings.describe('kind of place of each code, or travel'),
        modes: meanings.optional().describe('mode of travel of each code'),
      })
      .optional()
      .describe('use with one row per person and one column per time slot'),
  })
  .refine(({ trips, episodes, slots }) => [trips, episodes, slots].filter((one) => one !== undefined).length === 1, {
    message: 'expected either trips, episodes or slots',
  });

interface ReadOptions {
  readonly survey: string;
  readonly peopleTable?: string;
  readonly householdTable?: string;
  readonly onlyDays: 'all' | 'weekdays' | 'weekends';
  readonly output: string;
}

/** `asbench data diaries read`: the tables of a survey as a diary table. */
export function addDiariesRead(command: Command): void {
  command
    .command('read')
    .description('Convert a travel or time-use survey to a diary table')
    .argument('<trips>', 'table of trips, or of episodes')
    .requiredOption('--survey <name>', `layout of the survey: ${LAYOUTS.join(', ')}, or a file (YAML or JSON)`)
    .option('--people-table <table>', 'table of people (default: those with trips)')
    .option('--household-table <table>', 'table of households')
    .addOption(new Option('--only-days <days>', 'days to keep').choices(['all', 'weekdays', 'weekends']).default('all'))
    .requiredOption('-o, --output <file>', 'diary table to write (.csv)', outputFile('.csv'))
    .action(read);
}

async function read(
  trips: string,
  { survey, peopleTable: people, householdTable: households, onlyDays: days, output }: ReadOptions,
): Promise<void> {
  const table = (path: string | undefined) => (path === undefined ? undefined : openFile(path));
  const layout = layoutOf(survey);
  const found = await readSurvey(layout, {
    moves: openFile(trips),
    people: table(people),
    households: table(households),
  });
  if (days !== 'all' && found.days.every((day) => day === ''))
    throw new UserError(`${basename(trips)}: the day of the week of every person is unknown. Omit --only-days.`);
  const isKept = (day: string) => days === 'all' || WEEKENDS.includes(day) === (days === 'weekends');
  const kept = found.people.filter((_, i) => isKept(found.days[i]!));
  if (kept.length === 0) throw new UserError(`${basename(trips)}: no person has a day on ${days}.`);
  writeDurably(output, diaryTable(kept));
  await noteAsSources([output], [trips, people, households]);
  const omitted = found.people.length - kept.length;
  const dropped = omitted === 0 ? [] : [`${counted(omitted, 'person', 'people')} omitted: not on ${days}.`];
  for (const note of [...found.notes, ...dropped]) process.stderr.write(`${note}\n`);
  const moves = kept.reduce((sum, { day }) => sum + day.trips.length, 0);
  printWrote(output, `${counted(kept.length, 'person', 'people')} with ${counted(moves, 'trip')}`);
  print(`Next: asbench data diaries prepare ${output} --map city.pb -o data`);
}

/** @throws UserError for an unknown name and for a file that is not a layout */
function layoutOf(survey: string): SurveyLayout {
  if (Object.hasOwn(SURVEY_LAYOUTS, survey)) return SURVEY_LAYOUTS[survey]!;
  if (!/\.(ya?ml|json)$/i.test(survey))
    throw new UserError(
      `Unknown survey "${survey}".${didYouMean(survey, LAYOUTS)} Expected ${LAYOUTS.join(', ')}, or a .yaml file of its layout.`,
    );
  const { data, error } = surveyFile.safeParse(readDocument(survey));
  if (error === undefined) return data as SurveyLayout;
  const issue = furthestIssue(error.issues[0]!);
  throw new UserError(
    `${basename(survey)}: ${issue.path.join('.') || 'the file'}: ${describeIssue(issue)}. docs/diary-day.md describes its keys.`,
  );
}
