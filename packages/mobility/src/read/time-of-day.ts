import { UserError } from '@itinera/base';
import { humobTime } from '@itinera/metrics';
import { type DayForm, OtherClockError } from '@itinera/tables';

/** Names of columns whose numbers have one meaning. */
const NAMED: Readonly<Record<string, DayForm>> = { hour: 'hours', hr: 'hours', hhmm: 'hhmm', hhmmss: 'hhmmss' };
export const SLOT_COLUMNS = ['slot', 'time_slot', 'timeslot', 'slot_id', 'half_hour', 't'];
/** Whether a column has times of day by its name; `t` may be seconds, too. */
export const isTimeOfDay = (column: string) => column in NAMED || (column !== 't' && SLOT_COLUMNS.includes(column));
const SLOTS_PER_DAY = [48, 96, 144, 288, 1440];
const HOURS = 24;
const DAY = 86_400;
/** Days of a spreadsheet from 1990 to 2035, and 1970 among them. */
const [FIRST_SERIAL, LAST_SERIAL, SERIAL_1970] = [32_874, 49_674, 25_569];

/**
 * Dates and times of day in two columns, as one text. What numbers beside a date mean follows from the name of their column, or from
 * all of them together: `conclude` throws if they were read in another form.
 */
export class TimeOfDay {
  readonly #column: string;
  readonly #form: DayForm;
  #count = 0;
  #least = Infinity;
  #most = -Infinity;
  /** Whether some are not `HHMM`. */
  #notHhmm = false;
  /** Numbers from 1 to 24 of one or two digits, and from 25 to 99. */
  #smallHours = false;
  #smallMinutes = false;
  /** A bit for each number from 0 to 23. */
  #hours = 0;
  #fractions = false;
  #countedDays = false;

  /** @param form that of an earlier reading, if it turned out to be another one than the name of the column suggests */
  constructor(column: string, form?: DayForm) {
    this.#column = column;
    this.#form = form ?? NAMED[column] ?? (SLOT_COLUMNS.includes(column) ? SLOTS_PER_DAY[0]! : 'hours');
  }

  /** A date and a time of day as one text: `2023-05-01 08:30:00`; numbers that are neither stay as they are. */
  text(date: string, time: string): string {
    return `${this.#date(date)} ${this.#time(time)}`.trim();
  }

  /** @throws OtherClockError if the numbers have another form than they were read in; UserError if it is unclear */
  conclude(path: string): void {
    if (this.#count === 0) return;
    const form = this.#likely(path);
    if (form === this.#form) return;
    throw new OtherClockError(
      { timeOfDay: form },
      `${path}: numbers up to ${this.#most} in the column "${this.#column}" are ${describe(form)}. Write them as HH:MM.`,
    );
  }

  /** Whether days are numbers instead of dates. */
  get countsDays(): boolean {
    return this.#countedDays;
  }

  notes(path: string): string[] {
    const notes: string[] = [];
    if (this.#countedDays)
      notes.push(
        `${path}: days are numbers, not dates: the first and the last of each week count as the weekend, as in HuMob, and hours count from midnight of day 0.`,
      );
    if (this.#count > 0 && (typeof this.#form === 'number' || !(this.#column in NAMED)) && this.#form !== 'hhmm')
      notes.push(
        `${path}: numbers up to ${this.#most} in the column "${this.#column}" are read as ${describe(this.#form)}.`,
      );
    return notes;
  }

  #date(written: string): string {
    // As pandas writes a date.
    const text = written.replace(/(?<=\d)[T ]00:00(?::00(?:\.0+)?)?$/, '');
    if (!/^\d{1,5}(?:\.0)?$/.test(text)) return text;
    const number = Number(text);
    if (number >= FIRST_SERIAL && number <= LAST_SERIAL) return dateOf((number - SERIAL_1970) * DAY);
    if (text.length > 4) return text;
    this.#countedDays = true;
    return dateOf(humobTime(number, 0));
  }

  #time(text: string): string {
    if (!/^(?:\d{1,6})?(?:\.\d+)?$/.test(text) || text === '') return text;
    const number = Number(text);
    this.#count++;
    this.#least = Math.min(this.#least, number);
    this.#most = Math.max(this.#most, number);
    this.#notHhmm ||= number % 100 >= 60;
    if (text.length <= 2 && number > 0 && !text.startsWith('0')) {
      if (number <= HOURS) this.#smallHours = true;
      else this.#smallMinutes = true;
    }
    if (number < HOURS) this.#hours |= 1 << number;
    this.#fractions ||= !Number.isInteger(number);
    return clockOf(Math.round(secondsOf(number, this.#form)));
  }

  /** The form that fits all numbers. */
  #likely(path: string): DayForm {
    const [most, column] = [this.#most, this.#column];
    const slots = SLOTS_PER_DAY.find((count) => most < count);
    if (this.#fractions && most < 1) return 'days';
    if (column in NAMED) return NAMED[column]!;
    if (SLOT_COLUMNS.includes(column)) {
      if (slots === undefined) return most < DAY ? 'seconds' : this.#form;
      return this.#hours === 2 ** HOURS - 1 && most < HOURS ? HOURS : slots;
    }
    if (most <= HOURS) return 'hours';
    if (most < 100) return slots!;
    // As HHMMSS, nothing would happen after 8:40.
    if (most >= 10_000) return most < DAY ? 'seconds' : 'hhmmss';
    if (this.#notHhmm) return most < 1440 ? 'minutes' : 'seconds';
    if (this.#smallHours && !this.#smallMinutes)
      throw new UserError(
        `${path}: numbers from ${this.#least} to ${most} in the column "${column}" are hours or HHMM. Name the column "hour" or "hhmm", or pass --time-format "%Y-%m-%d %H%M", which reads the date and the number beside it.`,
      );
    return 'hhmm';
  }
}

function describe(form: DayForm): string {
  if (typeof form === 'number') return `slots of ${1440 / form} minutes`;
  if (form === 'hours') return 'hours';
  if (form === 'days') return 'shares of a day';
  return form === 'minutes' || form === 'seconds' ? `${form} from midnight` : form.toUpperCase();
}

function secondsOf(number: number, form: DayForm): number {
  if (typeof form === 'number') return number * (DAY / form);
  if (form === 'days') return number * DAY;
  if (form === 'hours') return number * 3600;
  if (form === 'minutes') return number * 60;
  if (form === 'seconds') return number;
  const [hours, minutes, seconds] =
    form === 'hhmm'
      ? [Math.floor(number / 100), number % 100, 0]
      : [Math.floor(number / 1e4), Math.floor(number / 100) % 100, number % 100];
  return minutes < 60 && seconds < 60 ? hours * 3600 + minutes * 60 + seconds : Number.NaN;
}

const two = (value: number) => String(value).padStart(2, '0');
const clockOf = (seconds: number) =>
  Number.isNaN(seconds)
    ? '-'
    : `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
