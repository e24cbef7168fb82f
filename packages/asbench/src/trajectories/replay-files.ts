import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@itinera/base';

/** A dataset of a replay's catalogue. */
interface Dataset {
  readonly table_name?: string;
  readonly capabilities?: readonly string[];
}

/**
 * The files of an AgentSociety 2 replay that hold positions: shards `<table>.<shard>.jsonl` of the table that its catalogue
 * `_schema.json` lists with the capability `trajectory`; of older versions `sqlite.db`. Undefined if there is no replay.
 *
 * @param folder of the replay, or of the run that it belongs to
 * @throws UserError if the catalogue cannot be read, or lists no table or several
 */
export function replayFiles(folder: string): string[] | undefined {
  const replay = [join(folder, 'replay'), folder].find((path) => existsSync(join(path, '_schema.json')));
  if (replay === undefined) {
    const isOlder = ['sqlite.db', 'pid.json'].every((name) => existsSync(join(folder, name)));
    return isOlder ? [join(folder, 'sqlite.db')] : undefined;
  }
  const tables = Object.values(datasetsOf(join(replay, '_schema.json')))
    .filter(({ capabilities }) => capabilities?.includes('trajectory'))
    .map(({ table_name }) => String(table_name));
  if (tables.length !== 1)
    throw new UserError(
      tables.length === 0
        ? `${replay}: the replay has no positions. Include MobilitySpace in the environment modules of AgentSociety 2.`
        : `${replay}: several tables have positions (${tables.join(', ')}). Copy the files of one table to a separate folder, and pass that folder.`,
    );
  const shards = readdirSync(replay).filter((name) => name.startsWith(`${tables[0]}.`) && name.endsWith('.jsonl'));
  if (shards.length === 0) throw new UserError(`${replay} has no ${tables[0]}.*.jsonl; the run made no steps.`);
  return shards.sort().map((name) => join(replay, name));
}

function datasetsOf(catalogue: string): Readonly<Record<string, Dataset>> {
  try {
    return JSON.parse(readFileSync(catalogue, 'utf8')).datasets ?? {};
  } catch {
    throw new UserError(`${catalogue}: expected the catalogue of an AgentSociety 2 replay as JSON.`);
  }
}
