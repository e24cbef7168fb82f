import type { Drops } from '../drops.js';
import { type DayNumber, dayOf, type ServiceColumns } from '../service-days.js';
import { readGtfsTable } from './csv-table.js';
import type { GtfsFiles } from './gtfs-files.js';
import type { IdRows } from './id-rows.js';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Reads calendar.txt and calendar_dates.txt. */
export async function readServices(files: GtfsFiles, ids: IdRows, drops: Drops): Promise<ServiceColumns> {
  const [weekdays, firstDay, lastDay]: [number[], number[], number[]] = [[], [], []];
  const add = (number: number, mask: number, first: DayNumber, last: DayNumber): boolean => {
    if (!ids.add(number, weekdays.length)) return false;
    weekdays.push(mask);
    firstDay.push(first);
    lastDay.push(last);
    return true;
  };
  if (files.files.includes('calendar.txt')) {
    const columns = ['service_id', 'start_date', 'end_date', ...WEEKDAYS];
    await readGtfsTable(files, 'calendar.txt', columns, ['service_id'], (row) => {
      const [first, last] = [dayOf(row.text(1)), dayOf(row.text(2))];
      if (!(first <= last)) return drops.add('services with invalid or reversed dates', () => row.text(0));
      const mask = WEEKDAYS.reduce((bits, _, i) => bits | (row.integer(3 + i) === 1 ? 1 << i : 0), 0);
      const number = row.intern(0, ids.pool);
      if (number === 0 || !add(number, mask, first, last))
        drops.add('services with a missing or duplicate id', () => `line ${row.line}`);
    });
  }
  const exceptions: { service: number; day: DayNumber; runs: number }[] = [];
  if (files.files.includes('calendar_dates.txt')) {
    const columns = ['service_id', 'date', 'exception_type'];
    await readGtfsTable(files, 'calendar_dates.txt', columns, columns, (row) => {
      const day = dayOf(row.text(1));
      const type = row.integer(2);
      const number = row.intern(0, ids.pool);
      if (Number.isNaN(day) || (type !== 1 && type !== 2) || number === 0)
        return drops.add('invalid service exceptions', () => `line ${row.line}`);
      if (ids.row(number) < 0) add(number, 0, 0, 0);
      exceptions.push({ service: ids.row(number), day, runs: type === 1 ? 1 : 0 });
    });
  }
  exceptions.sort((a, b) => a.service - b.service || a.day - b.day);
  const exceptionOffsets = new Int32Array(weekdays.length + 1);
  for (const { service } of exceptions) exceptionOffsets[service + 1]++;
  for (let service = 0; service < weekdays.length; service++)
    exceptionOffsets[service + 1] += exceptionOffsets[service];
  return {
    weekdays: Uint8Array.from(weekdays),
    firstDay: Int32Array.from(firstDay),
    lastDay: Int32Array.from(lastDay),
    exceptionOffsets,
    exceptionDays: Int32Array.from(exceptions, ({ day }) => day),
    exceptionRuns: Uint8Array.from(exceptions, ({ runs }) => runs),
  };
}
