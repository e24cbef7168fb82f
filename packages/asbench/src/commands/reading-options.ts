import type { ReadOptions } from '@itinera/mobility';
import { type Command, InvalidArgumentError } from 'commander';

/** Options of commands that read trajectories. */
export interface ReadingOptions {
  readonly zone?: string;
  readonly columns?: Readonly<Record<string, string>>;
  readonly timeFormat?: string;
}

export function addReadingOptions(command: Command): Command {
  return command
    .option('--zone <name>', 'time zone of the people, such as Asia/Tokyo: converts times in UTC or with an offset')
    .option(
      '--columns <fields>',
      'columns whose names are not recognised: user=device_id,time=ts,lat=y,lon=x; numbers from 1 without a header',
      namedColumns,
    )
    .option('--time-format <format>', "format of the times as in Python's strptime, such as %d/%m/%Y %H:%M");
}

/** The options of `readTrajectories` among those of a command. */
export function readingOf({ zone, columns, timeFormat }: ReadingOptions): ReadOptions {
  return {
    ...(zone !== undefined && { zone }),
    ...(columns !== undefined && { columns }),
    ...(timeFormat !== undefined && { timeFormat }),
  };
}

function namedColumns(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.split('='));
  if (pairs.every((pair) => pair.length === 2 && pair.every((part) => part.trim() !== '')))
    return Object.fromEntries(pairs.map(([field, column]) => [field!.trim().toLowerCase(), column!.trim()]));
  throw new InvalidArgumentError('Expected pairs of field and column, such as user=device_id,time=ts,lat=y,lon=x.');
}
