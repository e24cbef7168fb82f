import type { StayOptions } from '@itinera/mobility';
import { type Command, InvalidArgumentError } from 'commander';
import type { FileReadOptions } from '../trajectories/read-trajectories.js';

/** Options of commands that read trajectories. */
export interface ReadingOptions {
  readonly zone?: string;
  readonly columns?: Readonly<Record<string, string>>;
  readonly timeFormat?: string;
  readonly locations?: string;
}

export function addReadingOptions(command: Command): Command {
  return command
    .option('--zone <name>', 'local time zone, such as Asia/Tokyo, for times in UTC or with an offset')
    .option(
      '--columns <fields>',
      'column names, such as user=device_id,time=ts,lat=y,lon=x; numbers from 1 without a header',
      namedColumns,
    )
    .option('--time-format <format>', 'time format as in strptime, such as %d/%m/%Y %H:%M, or excel (serial days)')
    .option('--locations <file>', 'places (place, lat, lon), for rows without positions');
}

/** The options of `readTrajectories` among those of a command. */
export function readingOf({ zone, columns, timeFormat, locations }: ReadingOptions): FileReadOptions {
  return {
    ...(zone !== undefined && { zone }),
    ...(columns !== undefined && { columns }),
    ...(timeFormat !== undefined && { timeFormat }),
    ...(locations !== undefined && { locationsFile: locations }),
  };
}

/** Options of `measure` for one side whose file has another shape than the other. */
export function addSideOptions(command: Command): Command {
  for (const side of SIDES)
    command
      .option(`--${side}-columns <fields>`, `--columns for the ${side} side`, namedColumns)
      .option(`--${side}-zone <name>`, `--zone for the ${side} side`)
      .option(`--${side}-time-format <format>`, `--time-format for the ${side} side`)
      .option(`--${side}-locations <file>`, `--locations for the ${side} side`);
  return command;
}

const SIDES = ['real', 'generated'] as const;

/** The options of each side among those of a command. */
export function sidesOf(options: Readonly<Record<string, unknown>>): Record<string, FileReadOptions> {
  const of = (side: string) =>
    readingOf({
      zone: options[`${side}Zone`],
      columns: options[`${side}Columns`],
      timeFormat: options[`${side}TimeFormat`],
      locations: options[`${side}Locations`],
    } as ReadingOptions);
  return Object.fromEntries(SIDES.map((side) => [side, of(side)]));
}

/** Parses `radius,minutes,gap`: metres, minutes, and minutes without a record that end a stay. */
export function stayOptions(text: string): StayOptions {
  const [radius, minutes, gap = Infinity] = text.split(',').map(Number);
  if (radius! > 0 && minutes! >= 0 && gap > 0 && text.split(',').length <= 3)
    return { radius: radius!, minimum: minutes! * 60, gap: gap * 60 };
  throw new InvalidArgumentError('Expected metres, minutes and minutes of a gap, such as 200,20,60.');
}

function namedColumns(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.split('='));
  if (pairs.every((pair) => pair.length === 2 && pair.every((part) => part.trim() !== '')))
    return Object.fromEntries(pairs.map(([field, column]) => [field!.trim().toLowerCase(), column!.trim()]));
  throw new InvalidArgumentError('Expected pairs of field and column, such as user=device_id,time=ts,lat=y,lon=x.');
}
