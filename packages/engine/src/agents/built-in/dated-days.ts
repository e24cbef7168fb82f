import type { RandomStream } from '../random-stream.js';
import type { CountryFigures, Day, HourFigures } from './country-figures.js';
import { hourAtShare } from './survey-day.js';

// What days with dates have in addition: hours of departure by group, part-time work, children who are taken to school, and
// short distances. Tasks without dates, which the benchmarks are, keep the days of survey-day.ts alone.
//
// [EOD 2012]  Encuesta Origen Destino de Santiago 2012 (SECTRA): 18,602 person-days on weekdays, 5,272 on weekends; weighted.
//             The only survey with published hours of departure by group that is used here; its shape by hour, not its level.
// [ATUS]      American Time Use Survey 2010–2016: working (501) by full-time and part-time employed; travel for caring for
//             members of the household (1803).
// [NHTS 2017] National Household Travel Survey: person trips by purpose and worker. [NHTS 2001]: trip lengths, in BTS, Transportation
//             Statistics Annual Report 2003.
// [NHTS 2009] National Household Travel Survey in Litman (2012), Short and Sweet: 10 % of trips are up to half a mile, 19 % up
//             to a mile, 41 % up to three miles.

type Curve = CountryFigures['setOut'];

/** Groups whose days begin at different hours. */
export type DayGroup = 'full' | 'part' | 'student' | 'retired' | 'at home' | 'child';

const HOURS = [5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24];
const curve = (shares: string): Curve => [
  [3, 0],
  ...shares.split(' ').map((share, i) => [HOURS[i]!, Number(share)] as const),
];

/**
 * First departure of people without work (anywhere) or school on the day: the share who have left before then [EOD 2012]. On
 * weekdays without those on which they take or fetch someone, which are drawn apart, except of small children, who go along.
 */
const firstOuting: Readonly<Record<Day, Readonly<Record<DayGroup, Curve>>>> = {
  weekday: {
    full: curve('0 .014 .016 .021 .023 .033 .059 .089 .216 .396 .513 .640 .684 .757 .783 .846 .904 .936 .957 .989 1'),
    part: curve('.001 .001 .001 .001 .031 .061 .097 .143 .307 .524 .635 .745 .820 .855 .912 .932 .967 .982 .992 1 1'),
    student: curve(
      '.001 .001 .013 .019 .036 .081 .103 .113 .131 .229 .325 .457 .515 .607 .700 .752 .888 .913 .937 .995 1',
    ),
    retired: curve(
      '.004 .004 .007 .009 .022 .039 .077 .101 .255 .499 .663 .754 .785 .821 .884 .926 .963 .992 .996 .998 1',
    ),
    'at home': curve(
      '0 .002 .004 .008 .034 .054 .103 .119 .232 .440 .607 .711 .765 .814 .863 .902 .940 .969 .987 .996 1',
    ),
    child: curve('0 0 0 .016 .044 .052 .077 .097 .199 .327 .407 .546 .615 .645 .704 .778 .845 .912 .962 .997 1'),
  },
  weekend: {
    full: curve(
      '.004 .004 .006 .010 .013 .023 .033 .040 .130 .293 .464 .617 .698 .751 .818 .867 .935 .952 .972 .996 1',
    ),
    part: curve('0 0 0 .007 .011 .024 .029 .029 .070 .287 .544 .616 .705 .715 .806 .861 .961 .990 .999 1 1'),
    student: curve(
      '.005 .005 .012 .016 .016 .020 .029 .038 .081 .234 .321 .480 .565 .679 .783 .865 .917 .941 .955 .992 1',
    ),
    retired: curve('0 0 .002 .002 .049 .051 .068 .078 .155 .305 .567 .694 .782 .809 .839 .882 .944 .984 .995 1 1'),
    'at home': curve(
      '0 .001 .002 .004 .007 .014 .032 .050 .094 .278 .447 .591 .687 .752 .804 .860 .899 .944 .963 .989 1',
    ),
    child: curve('0 0 0 .010 .010 .013 .020 .046 .046 .156 .242 .566 .673 .749 .876 .889 .942 .951 .981 1 1'),
  },
};
/** Departure to school, share of students who go on a weekday, and hours there [EOD 2012]. */
const toSchool = curve('0 .002 .006 .036 .183 .579 .758 .811 .847 .867 .873 .883 .956 .976 .979 .982 .99 .998 1 1 1');
export const schoolDay = { share: 0.864, setOut: toSchool, hours: { mean: 6.68, deviation: 2.08 } } as const;

/** Departure to part-time work [EOD 2012]. */
const toPartTime = curve(
  '.001 .035 .07 .101 .207 .329 .461 .512 .708 .778 .812 .844 .878 .894 .925 .939 .96 .979 .984 .998 1',
);
/**
 * Share of the employed who work part-time, and for both the share who work on a weekday and their hours [ATUS]; spreads are
 * an assumption. Departures of the full-time employed are those of the country.
 */
export const partTime = 5289 / (5289 + 19_330);
export const weekdayWork: Readonly<
  Record<'full' | 'part', { readonly share: number; readonly hours: HourFigures; readonly setOut: Curve | null }>
> = {
  full: { share: 0.884, hours: { mean: 8.51, deviation: 1.6 }, setOut: null },
  part: { share: 0.627, hours: { mean: 5.44, deviation: 1.9 }, setOut: toPartTime },
};

/**
 * Share who travel on a weekday to care for members of their household, and for others [ATUS], all adults. The former are those of 22
 * to 54 in households of three and more, 27 % of all in synthetic households with the usual marginals (assumption).
 */
const escorting = { employed: { family: 0.172, others: 0.079 }, others: { family: 0.127, others: 0.103 } } as const;
const [PARENTS, LEAST_AGE, LEAST_HOUSEHOLD] = [0.27, 16, 3];
/**
 * Of them, share who take someone somewhere in the morning [EOD 2012; those for others as pensioners there], and share of these who do
 * so again later, so that 1.21 of them make the 0.255 trips per adult to drop off or pick up someone [NHTS 2017]. All others do so
 * later.
 */
const inTheMorning = { employed: { family: 0.62, others: 0.32 }, others: { family: 0.58, others: 0.32 } } as const;
const AGAIN = 0.35;
/** Departure to take a child somewhere, in the morning and later [EOD 2012]. */
const morningEscort = curve('0 .008 .015 .041 .168 .611 .834 .953 .988 1 1 1 1 1 1 1 1 1 1 1 1');
const laterEscort = curve('0 0 0 0 0 0 0 0 0 .012 .037 .153 .323 .401 .567 .702 .805 .874 .929 .983 1');
/**
 * Hours at the school door, from there to work if both are due at about the same time, and from one school to another; hours of the
 * first and of the last such trip on the way to work and home (assumptions).
 */
export const escortHours = { stay: 0.1, before: 0.35, near: 1.25, between: 0.25, earliest: 6.5, latest: 20 } as const;

/**
 * Work-related trips: 0.0364 per person [NHTS 2017], half of whom (52 %) work, 0.58 days per day away from home [ATUS]. Their mean
 * distance is just under 30 miles [NHTS 2001]; the hours there are an assumption.
 */
export const meeting = { share: 0.12, metres: (30 * 1609) / 1.2, hours: 1 } as const;

/**
 * Share of days without work or school on which people stay at home altogether, unless the household takes them along: with it, as many
 * do not travel as in [ATUS]: without a job 25 % on a weekday and 29 % on a weekend day, with a job 12 % on a weekend day. All others go
 * out so much more often.
 */
export const staysIn = {
  weekday: { employed: 0, others: 0.25 },
  weekend: { employed: 0.14, others: 0.25 },
} as const;

/** Hours to which a stay is shortened at the end of a day (assumption). */
export const shortestStay = 0.25;

/**
 * Short stops near home, on the way there: the share of such ways, fitted so that people make the 2.2 stops a day away from home
 * of [NHTS 2017], of which those who come along on outings of their household lose some; their hours are an assumption.
 */
export const shortStop = { share: 0.2, hours: 0.2 } as const;

/** Share of outings that are short, and their mean straight distance in metres [NHTS 2009]; the mean over all outings stays. */
export const nearby = { share: 0.22, metres: 740 } as const;

/**
 * Walks from home and back: share of people of 15 and older per day who walk for exercise (4.8 %) or with a dog (2.5 %): Tudor-Locke
 * and Ham 2008, Walking behaviors reported in the American Time Use Survey 2003–2005, J Phys Act Health 5(5). Hours of the
 * day and at the turning point are assumptions.
 */
export const walks = { share: 0.048 + 0.025, leastAge: 15, from: 6, to: 21, stay: 0.1 } as const;

/** The group of a person. */
export function groupOf(occupation: string, age: number, isEmployed: boolean, isPartTime: boolean): DayGroup {
  if (isEmployed) return isPartTime ? 'part' : 'full';
  if (/student|pupil/i.test(occupation)) return 'student';
  if (/retire/i.test(occupation) || age >= 65) return 'retired';
  return /child/i.test(occupation) || age < 6 ? 'child' : 'at home';
}

/** The hour of the first outing of a day without work or school. */
export function firstOutingAt(random: RandomStream, group: DayGroup, day: Day): number {
  return hourAtShare(firstOuting[day][group], random.next());
}

/** The hours at which a person sets out on a weekday to take someone somewhere or to fetch them; null if they do not. */
export function escortsOf(
  random: RandomStream,
  age: number,
  householdSize: number,
  isEmployed: boolean,
): { readonly morning: number | null; readonly later: number | null } {
  const who = isEmployed ? 'employed' : 'others';
  const isParent = age >= 22 && age < 55 && householdSize >= LEAST_HOUSEHOLD;
  const { family, others } = escorting[who];
  const [forFamily, forOthers] = [
    random.chance(family / PARENTS) && isParent,
    random.chance(others) && age >= LEAST_AGE,
  ];
  const isMorning = random.chance(inTheMorning[who][forFamily ? 'family' : 'others']);
  const isLater = random.chance(AGAIN) || !isMorning;
  const [morning, later] = [hourAtShare(morningEscort, random.next()), hourAtShare(laterEscort, random.next())];
  if (!forFamily && !forOthers) return { morning: null, later: null };
  return { morning: isMorning ? morning : null, later: isLater ? later : null };
}

/** The figures of days with dates: the surveys count escorts among other outings, of which fewer are left on weekdays. */
export function withoutEscorts(figures: CountryFigures): CountryFigures {
  const { other } = figures.outings;
  const left = (who: 'employed' | 'others') => {
    const stays = (1 - escorting[who].family) * (1 - escorting[who].others);
    return Math.max(0, 1 - (1 - other.share.weekday[who]) / stays);
  };
  const weekday = { employed: left('employed'), others: left('others') };
  return { ...figures, outings: { ...figures.outings, other: { ...other, share: { ...other.share, weekday } } } };
}
