import { didYouMean, UserError } from '@itinera/base';
import { dateSince1970, daysFrom, daysSince1970, GAP, SUBMISSION_DAYS } from './rules.js';

/** Days that published work holds out and scores, so that its figures can be compared with yours. */
export interface OdWindow {
  readonly name: string;
  /** First and last day of each part, YYYYMMDD. */
  readonly parts: readonly (readonly [first: string, last: string])[];
  /** Publications with scores on it. */
  readonly source: string;
}

const NOTO = 'mustafasameen/humob2026-noto';
const RPMLT = 'zbenn/Humob2026_RPMLT';
const YSHUNT = 'YShunT/Humob_2026';

const rolling = ['0429', '0513', '0527', '0610', '0624', '0708', '0722', '0805', '0819'].map((start): OdWindow => {
  const first = `2024${start}`;
  return { name: `roll_${start}`, parts: [[first, dateSince1970(daysSince1970(first) + 59)]], source: NOTO };
});

const window = (name: string, source: string, ...parts: (readonly [string, string])[]): OdWindow => ({
  name,
  parts,
  source,
});

export const OD_WINDOWS: readonly OdWindow[] = [
  window('both_weeks', YSHUNT, ['20240125', '20240131'], ['20240401', '20240407']),
  window('late_jan', `${NOTO}; ${YSHUNT} with the week of April hidden too`, ['20240125', '20240131']),
  window('april_week', `${YSHUNT} with the week of January hidden too`, ['20240401', '20240407']),
  window('april', `${NOTO}; ${RPMLT} as april_full`, ['20240401', '20240430']),
  window('may_jun', NOTO, ['20240501', '20240630']),
  window('january', NOTO, ['20240101', '20240131']),
  window('stable_spring', NOTO, ['20240415', '20240613']),
  window('stable_summer', NOTO, ['20240614', '20240812']),
  window('stable_late', NOTO, ['20240813', '20241011']),
  ...rolling,
  window('early_jan', RPMLT, ['20240108', '20240131']),
  window('jan_tail', RPMLT, ['20240115', '20240131']),
  window('gap_may_june', RPMLT, ['20240501', '20240629']),
  window('gap_july_aug', RPMLT, ['20240701', '20240829']),
  window('rain_shock', RPMLT, ['20240901', '20241030']),
  window('winter_control', RPMLT, ['20231206', '20231231']),
];

/** The days of a window of published work. @throws UserError for an unknown name */
export function windowDays(name: string): string[] {
  const found = OD_WINDOWS.find((one) => one.name === name);
  if (found === undefined) {
    const names = OD_WINDOWS.map((one) => one.name);
    throw new UserError(`No window named ${name}.${didYouMean(name, names)} Choose one of ${names.join(', ')}.`);
  }
  return found.parts.flatMap((part) => daysFrom(...part));
}

/** The days of a window or of a text; undefined without either. @throws UserError */
export function chosenDays({
  days,
  window,
}: {
  readonly days?: string | undefined;
  readonly window?: string | undefined;
}): string[] | undefined {
  if (window !== undefined) return windowDays(window);
  return days === undefined ? undefined : daysOfText(days);
}

/** The days of a text such as 20240501-20240630,20240801. @throws UserError */
export function daysOfText(text: string): string[] {
  return text.split(',').flatMap((part) => {
    const [first, last = first] = part.split('-') as [string, string?];
    if (!(daysSince1970(first) <= daysSince1970(last)))
      throw new UserError(`${part.slice(0, 40)}: expected a day or days such as 20240501-20240630.`);
    return daysFrom(first, last);
  });
}

/** A gap like the challenge's that starts on another day: 60 days, of which the same two are not scored. */
export function gapFrom(first: string): { readonly hidden: string[]; readonly scored: string[] } {
  if (Number.isNaN(daysSince1970(first))) throw new UserError(`${first.slice(0, 20)} is not a date YYYYMMDD.`);
  const moved = (date: string) => dateSince1970(daysSince1970(date) - daysSince1970(GAP[0]) + daysSince1970(first));
  return { hidden: daysFrom(...GAP).map(moved), scored: SUBMISSION_DAYS.map(moved) };
}
