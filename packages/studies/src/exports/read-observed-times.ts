import { UserError } from '@itinera/base';
import type { ObservedTime } from '@itinera/city';
import { readRecords } from '@itinera/tables';
import { openFile } from '@itinera/tables/node';

const WANTED = 'from_lon, from_lat, to_lon, to_lat, departure (08:15, or seconds since midnight) and seconds';

/** Reads observed travel times by car. @throws UserError that names the row and the fault */
export async function readObservedTimes(path: string): Promise<ObservedTime[]> {
  const records = await readRecords(openFile(path));
  if (records.length === 0) throw new UserError(`${path} has no travel times. Expected the columns ${WANTED}.`);
  return records.map((record, i) => {
    const fail = (what: string): never => {
      throw new UserError(`${path}: travel time ${i + 1}: ${what}. Expected the columns ${WANTED}.`);
    };
    const number = (name: string, least: number, most: number): number => {
      const value = record[name];
      return typeof value === 'number' && value >= least && value <= most
        ? value
        : fail(`expected ${name} from ${least} to ${most}, got ${JSON.stringify(value) ?? 'none'}`);
    };
    const place = (end: string) => [number(`${end}_lon`, -180, 180), number(`${end}_lat`, -90, 90)] as const;
    const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(String(record.departure));
    const departure = clock
      ? Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0)
      : number('departure', 0, 1e9);
    const seconds = number('seconds', 1, 86_400);
    return { from: place('from'), to: place('to'), departure: Math.round(departure * 1000), seconds };
  });
}
