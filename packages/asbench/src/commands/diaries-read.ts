import { basename } from 'node:path';
import { counted, describeIssue, didYouMean, UserError } from '@itinera/base';
import { writeDurably } from '@itinera/base/node';
import { diaryTable, readSurvey, SURVEY_LAYOUTS, type SurveyLayout } from '@itinera/mobility';
import { openFile } from '@itinera/tables/node';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { readDocument } from './config-file.js';
import { outputFile } from './output-path.js';

const WEEKENDS = ['sat', 'sun'];
const LAYOUTS = Object.keys(SURVEY_LAYOUTS);

const column = z.union([
  z.string(),
  z.strictObject({
    column: z.string(),
    codes: z.record(z.string(), z.string()).optional(),
    list: z.strictObject({ separator: z.string().min(1), order: z.array(z.string()) }).optional(),
    since: z.number().optional(),
  }),
]);
const field = z.union([column, z.array(column)]);
const key = z.union([z.string(), z.array(z.string()).min(1)]);
/** The file that describes a survey. */
export const surveyFile = z
  .strictObject({
    times: z.enum(['hhmm', 'clock', 'minutes']),
    begins: z.number().int().min(0).max(720),
    people: z.strictObject({
      household: key,
      person: key,
      weight: field.optional(),
      sex: field.optional(),
      age: field.optional(),
      status: field.optional(),
      hh_size: field.optional(),
      cars: field.optional(),
      day: field.optional(),
    }),
    trips: z
      .strictObject({
        start: z.string(),
        end: z.string(),
        to: field,
        from: field.optional(),
        mode: field.optional(),
        length: z
          .union([
            z.strictObject({ column: z.string(), metres: z.number().positive() }),
            z.strictObject({ xy: z.array(z.string()).length(4) }),
          ])
          .optional(),
        factor: field.optional(),
      })
      .optional(),
    episodes: z.strictObject({ start: z.string(), end: z.string(), place: field, mode: field.optional() }).optional(),
    slots: z
      .strictObject({
        first: z.string(),
        minutes: z.number().int().positive(),
        places: z.record(z.string(), z.string()),
        modes: z.record(z.string(), z.string()).optional(),
      })
      .optional(),
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
    .description('Turn the tables of a travel or time-use survey into a diary table')
    .argument('<trips>', 'table of trips, or of episodes')
    .requiredOption('--survey <name>', `layout of the survey: ${LAYOUTS.join(', ')}, or a file (YAML or JSON)`)
    .option(
      '--people-table <table>',
      'table of people (default: those of the trips, without people who stayed at home)',
    )
    .option('--household-table <table>', 'table of households, for columns that the table of people lacks')
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
  const omitted = found.people.length - kept.length;
  const dropped = omitted === 0 ? [] : [`${counted(omitted, 'person', 'people')} omitted: not on ${days}.`];
  for (const note of [...found.notes, ...dropped]) process.stderr.write(`${note}\n`);
  const moves = kept.reduce((sum, { day }) => sum + day.trips.length, 0);
  process.stdout.write(
    `${counted(kept.length, 'person', 'people')} with ${counted(moves, 'trip')}: ${output}\nNext: asbench data diaries prepare ${output} --map city.pb -o data\n`,
  );
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
  const [issue] = error.issues;
  throw new UserError(
    `${basename(survey)}: ${issue!.path.join('.') || 'the file'}: ${describeIssue(issue!)}. The page about DiaryDay describes its keys.`,
  );
}
