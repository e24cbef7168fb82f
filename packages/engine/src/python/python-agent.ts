import { SECONDS_PER_DAY } from '@itinera/base';
import { TripMode } from '@itinera/city';
import { type AgentClass, MobilityAgent } from '../agents/mobility-agent.js';
import { FailedAlone } from '../agents/problem.js';
import { RunStopped } from '../llm/errors.js';
import type { AgentLanguageModel } from '../llm/language-model.js';
import type { AoiPlace, Position } from '../memory/status-memory.js';
import { type ModelAnswer, type ModelRequest, PythonError, type Senses } from './host-messages.js';
import type { PythonHost, PythonMind } from './python-host.js';
import type { AskModel } from './python-mind.js';

/**
 * Returns a class of agents whose decisions are made in Python.
 * @param limitSeconds time limit of a step, without the time it waits for a language model or for the steps of other people.
 */
export function pythonAgentClass(host: PythonHost, limitSeconds: number): AgentClass {
  return class PythonAgent extends MobilityAgent {
    static readonly keepsTime = true;
    static readonly stopsOnTheWay = true;
    #mind: PythonMind | undefined;
    /** Python agents may catch any exception of a request, so the reason for a stop bypasses them. */
    #stopped: RunStopped | undefined;

    override async init(): Promise<void> {
      const { home, work, ...profile } = this.status.profile();
      const person = {
        ...this.#senses(),
        name: this.status.get('name'),
        seed: this.random.integer(2 ** 32),
        limit: limitSeconds,
        profile: { ...profile, ...snakePlaces({ home, work }) },
      };
      const ask: AskModel = async (request, signal) => {
        try {
          return await askModel(this.llm, request, signal);
        } catch (error) {
          if (error instanceof RunStopped) this.#stopped = error;
          return { error: error instanceof Error ? error.message : String(error) };
        }
      };
      this.#mind = await this.#unlessStopped(host.make(this.id, person, ask));
    }

    override async forward(): Promise<void> {
      const { schedules, intention } = await this.#unlessStopped(this.#mind!.decide(this.#senses()));
      if (intention !== null) this.logIntention(intention);
      const trips = schedules.at(-1);
      if (trips === undefined) return;
      const [targets, departures, modes] = [0, 1, 2].map((i) => trips.map((trip) => trip[i]));
      const ways = modes!.map((mode) => (mode === TripMode.BIKE_WALK ? TripMode.WALK_ONLY : mode));
      this.environment.setAoiSchedules(this.id, targets as number[], departures as number[], ways as TripMode[]);
    }

    override async close(): Promise<void> {
      if (!this.#mind) return;
      const { closing, not_awaited } = await this.#mind.leave();
      const alone = not_awaited.map(({ tick, ...report }) => ({ time: tick, error: new PythonError(report) }));
      if (alone.length > 0) throw new FailedAlone(alone, closing && new PythonError(closing));
      if (closing) throw new PythonError(closing);
    }

    async #unlessStopped<T>(work: Promise<T>): Promise<T> {
      const result = await work.catch((error) => {
        throw this.#stopped ?? error;
      });
      if (this.#stopped) throw this.#stopped;
      return result;
    }

    #senses(): Senses {
      const [day, time] = this.environment.getDatetime();
      const { hurricaneStatus, ...weather } = this.getCurrentWeather();
      const status = this.status;
      return {
        tick: day * SECONDS_PER_DAY + time,
        date: this.environment.date,
        weekday: this.environment.weekday,
        weather: { ...weather, hurricane_status: hurricaneStatus },
        motion: {
          id: this.id,
          status: status.get('status'),
          position: snakePosition(status.get('position')),
          v: status.get('v'),
          direction: status.get('direction'),
          ...NOT_SIMULATED,
        },
      };
    }
  };
}

/** Further state of a person in the originals' simulator, which does not exist here. */
const NOT_SIMULATED = {
  activity: '',
  l: 0,
  a: 0,
  is_queuing_on_lane: false,
  queuing_time_on_cur_lane: 0,
  num_passengers: 0,
};

function snakePosition({ xyPosition, longlatPosition, aoiPosition, lanePosition }: Position): object {
  return {
    xy_position: { ...xyPosition, z: 0 },
    longlat_position: { ...longlatPosition, z: 0 },
    ...(aoiPosition && { aoi_position: { aoi_id: aoiPosition.aoiId } }),
    ...(lanePosition && { lane_position: { lane_id: lanePosition.laneId, s: lanePosition.s } }),
  };
}

/** Home and workplace under the names of the originals; a person without work has no such key. */
function snakePlaces(places: Readonly<Record<string, unknown>>): object {
  const known = Object.entries(places).filter(([, place]) => place !== undefined);
  return Object.fromEntries(
    known.map(([key, place]) => [key, { aoi_position: { aoi_id: (place as AoiPlace).aoiPosition.aoiId } }]),
  );
}

/** Limits of requests that set none: as in the originals, they take precedence over the configuration. */
const ORIGINAL_TIMEOUT_SECONDS = 300;
const ORIGINAL_ATTEMPTS = 10;

/** Converts a request from the form of the originals. */
export async function askModel(
  llm: AgentLanguageModel,
  { dialog, ...request }: ModelRequest,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const {
    response_format,
    max_tokens,
    top_p,
    frequency_penalty,
    presence_penalty,
    timeout,
    retries,
    tools,
    tool_choice,
    ...same
  } = request;
  let tokens: readonly [number, number] = [0, 0];
  const options = {
    ...same,
    responseFormat: response_format,
    maxTokens: max_tokens,
    topP: top_p,
    frequencyPenalty: frequency_penalty,
    presencePenalty: presence_penalty,
    timeout: typeof timeout === 'number' ? timeout : ORIGINAL_TIMEOUT_SECONDS,
    // The originals count all attempts; retries are those after the first.
    retries: Math.max(0, (typeof retries === 'number' ? retries : ORIGINAL_ATTEMPTS) - 1),
    tools,
    toolChoice: tool_choice,
    signal,
    onTokens: (input: number, output: number) => {
      tokens = [input, output];
    },
  };
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined && value !== null),
  );
  const answer: unknown = await llm.atextRequest(dialog as never, given as never);
  return { ...(typeof answer === 'string' ? { text: answer } : { response: answer }), tokens };
}
