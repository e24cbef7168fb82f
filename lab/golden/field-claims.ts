/** What a command answered. */
export interface Answer {
  readonly code: number;
  /** Standard output and standard error. */
  readonly text: string;
  /** Text of the file that `-o` names. */
  readonly written: string;
  /** The report of `measure --json`. */
  readonly report?: MeasuredReport;
}

interface MeasuredReport {
  readonly compared: {
    readonly real: Readonly<Record<'people' | 'rows' | 'from' | 'to' | 'places', number>>;
    readonly notes: readonly string[];
    readonly places: string;
  };
  readonly measures: readonly { readonly name: string; readonly real: number | null; readonly n: number }[];
  readonly files: {
    readonly real: { readonly dropped: Readonly<Record<string, number>>; readonly notes: readonly string[] };
  };
}

/** A statement that the text of a right value may contain: how it is found, and whether an answer agrees. */
interface Claim {
  readonly says: RegExp;
  readonly holds: (answer: Answer, found: readonly string[], right: string) => boolean;
}

const near = (value: number | null | undefined, wanted: number) =>
  value !== null && value !== undefined && Math.abs(value - wanted) <= Math.max(1, Math.abs(wanted)) * 0.005;
const rowOf = ({ report }: Answer, name: string) => report?.measures.find((row) => row.name === name);
const mean = (text: string) => {
  const values = text.match(/\d+(?:\.\d+)?/g)!.map(Number);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
};
const notesOf = ({ report, text }: Answer) =>
  report ? [...report.files.real.notes, ...report.compared.notes].join('\n') : text;
const secondsOf = (text: string) => Date.parse(`${text.length === 16 ? `${text}:00` : text}Z`) / 1000;
const compared = (answer: Answer) => answer.report?.compared.real;
const people = (answer: Answer, count: number) => compared(answer)?.people === count;
const rows = (answer: Answer, count: number) => compared(answer)?.rows === count;
const TIME = String.raw`(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)`;
const LIST = String.raw`(\d[\d.]*(?:, \d[\d.]*)*)`;

/** Statements by subject. A right value is judged by all of those that it contains. */
const claims: readonly Claim[] = [
  { says: new RegExp(`${TIME} (?:first|to)`), holds: (a, [, from]) => compared(a)?.from === secondsOf(from!) },
  { says: new RegExp(`to ${TIME}`), holds: (a, [, to]) => compared(a)?.to === secondsOf(to!) },
  { says: /(\d+) people/, holds: (a, [, n]) => a.report === undefined || people(a, Number(n)) },
  { says: /^\d+ (?:activities|stays|rows) of one person/, holds: (a) => people(a, 1) },
  {
    says: /(?:^|, )(\d+) (?:rows|stays|activities)(?! dropped| named|,? column)/,
    holds: (a, [, n]) => rows(a, Number(n)),
  },
  {
    says: /(\d+) records each|people of (\d+) records/,
    holds: (a, [, each, of]) => compared(a)?.rows === Number(each ?? of) * compared(a)!.people,
  },
  { says: /^(?=.*distance 0(?!\.))/, holds: (a) => rowOf(a, 'distanceStraightLine')?.real === 0 },
  {
    says: /(?<!between home and work )distance (\d[\d.]*[1-9]\d*(?:\.\d+)?) m/,
    holds: (a, [, metres]) => near(rowOf(a, 'distanceStraightLine')?.real, Number(metres)),
  },
  {
    says: /between home and work (\d+) m/,
    holds: (a, [, metres]) => near(rowOf(a, 'homeWorkDistance')?.real, Number(metres)),
  },
  {
    says: /(\d+) jumps of (\d+) m/,
    holds: (a, [, n, metres]) =>
      rowOf(a, 'jumpLengths')?.n === Number(n) && near(rowOf(a, 'jumpLengths')?.real, Number(metres)),
  },
  {
    says: /(?:every waiting time|all waits) (\d+) s/,
    holds: (a, [, seconds]) => near(rowOf(a, 'waitingTimes')?.real, Number(seconds)),
  },
  {
    says: new RegExp(`^stays ${LIST} s`),
    holds: (a, [, list]) => near(rowOf(a, 'stayDurations')?.real, mean(list!)),
  },
  {
    says: /between first two starts (\d+) and second and third (\d+) s/,
    holds: (a, [, one, other]) => near(rowOf(a, 'waitingTimes')?.real, (Number(one) + Number(other)) / 2),
  },
  {
    says: /(\d+) trips and (\d+) places per person/,
    holds: (a, [, trips, places]) =>
      near(rowOf(a, 'tripsPerPerson')?.real, Number(trips)) &&
      near(rowOf(a, 'numberOfLocations')?.real, Number(places)),
  },
  {
    says: /places by \w+: (\d+) in all, (\d+) per person/,
    holds: (a, [, all, each]) =>
      compared(a)?.places === Number(all) && near(rowOf(a, 'numberOfLocations')?.real, Number(each)),
  },
  {
    says: /H3 cells \((\d+) cells/,
    holds: (a, [, n]) => a.report?.compared.places.includes('H3') === true && compared(a)?.places === Number(n),
  },
  {
    says: /(\d+) rows (?:dropped|named as) (without an? \w+)/,
    holds: (a, [, n, why]) =>
      new RegExp(`${n} rows .*(?:${why}|${why!.replace(/without an? /, 'no ')})`).test(`${notesOf(a)}\n${a.text}`) ||
      Object.entries(a.report?.files.real.dropped ?? {}).some(
        ([key, count]) => count === Number(n) && key.includes(why!.replace(/without an? /, '')),
      ),
  },
  { says: /(?<!no )note .*UTC/, holds: (a) => /UTC/.test(notesOf(a)) },
  { says: /no note about sorting/, holds: (a) => !/sorted/.test(notesOf(a)) },
  { says: /a note: all latitudes.*whole numbers/, holds: (a) => /whole numbers/.test(notesOf(a)) },
  {
    says: /Acc@1 (\d\.\d)/,
    holds: (a, [, score]) => new RegExp(`(?:Acc@1|acc1)"?:?\\s+${score!.replace('.', '\\.')}`, 'i').test(a.text),
  },
  {
    // The days of a diary as its table has them.
    says: /((?:\w[\w ]*|>\w+) \d+-\d+.*;[^()]*\d+-\d+)/,
    holds: (a, [, day], right) => {
      const times = a.written.split(day!.replace(/^.*?(?=[>\w]+ \d+-\d+)/, '').trim()).length - 1;
      return times >= Number(/^(\d+) people/.exec(right)?.[1] ?? 1);
    },
  },
  {
    says: /^(\d+) stays, column (\w+)$/,
    holds: (a, [, n, column]) => a.text.includes(n!) && a.text.includes(`'${column}'`),
  },
  {
    says: /^MultiIndex ([\w, ]+)$/,
    holds: (a, [, names]) => names!.split(', ').every((name) => a.text.includes(`'${name}'`)),
  },
  { says: /^(\w+Frame)$/, holds: (a, [, name]) => a.text.includes(name!) },
  {
    says: /^(\d+(?:, \d+)+)(?= |$)/,
    holds: (a, [, list]) => list!.split(', ').every((value, i) => near(numbersOf(a.written)[i], Number(value))),
  },
];

const numbersOf = (text: string) => (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);

export type Verdict = 'right' | 'refused' | 'wrong';

/**
 * Judges an answer by the right value of a case, a sentence: by every statement in it that `claims` knows. A refusal counts where the
 * sentence allows one (`or …`), if it names an option; a traceback never does.
 */
export function judge(right: string, answer: Answer): { readonly verdict: Verdict; readonly why: string } {
  const refusable = /refuse|recipe|warning|\bor a note\b/.test(right);
  if (answer.code !== 0) {
    const names = /--[a-z]/.test(answer.text) && !/This is a bug|Traceback/.test(answer.text);
    return refusable && names ? { verdict: 'refused', why: '' } : { verdict: 'wrong', why: answer.text.trim() };
  }
  const stated = claims.flatMap((claim) => {
    const found = claim.says.exec(right);
    return found ? [{ claim, found }] : [];
  });
  if (stated.length === 0) return { verdict: 'wrong', why: 'no statement of the right value is understood' };
  const failed = stated.filter(({ claim, found }) => !claim.holds(answer, found, right));
  return failed.length === 0
    ? { verdict: 'right', why: '' }
    : { verdict: 'wrong', why: `not so: ${failed.map(({ found }) => found[0].trim()).join('; ')}` };
}
