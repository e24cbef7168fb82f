import { compiledUrl, endThreads, shareArrays } from '@itinera/base';
import { type CityMap, columnsOf, type LonLatBox } from '@itinera/city/browser';
import type { Piscina } from 'piscina';
import type { LaneJoins, LaneLines } from '../../layout/lane-lines.js';
import type { MapChecks } from './build-report.js';
import type { LaidCityPlaces, StreetsOfPlaces } from './draw-places.js';

/** The places of a city in another thread, which works while this one builds the streets. */
export class PlacesInThread {
  readonly #tasks: Promise<unknown>[] = [];

  private constructor(private readonly thread: Piscina) {}

  /** Starts to read the places of a file. */
  static async start(path: string, box: LonLatBox | undefined): Promise<PlacesInThread> {
    const { Piscina } = await import('piscina');
    const filename = compiledUrl('./places-thread.js', import.meta.url);
    // Tasks are sent at once, because this thread is too busy to hear that the one before is done.
    const only = { minThreads: 1, maxThreads: 1, concurrentTasksPerWorker: 5 };
    const started = new PlacesInThread(new Piscina({ filename, ...only }));
    started.#begin('read', { path, box });
    return started;
  }

  /** Starts to draw them into the plane. */
  draw(streets: StreetsOfPlaces): void {
    this.#begin('draw', streets);
  }

  /** Starts to find their gates for cars on the lanes of roads. */
  drive(lines: LaneLines): void {
    this.#begin('drive', lines.columns);
  }

  /** Lays them out with all their gates, when lanes are connected. */
  async lay(joins: LaneJoins): Promise<LaidCityPlaces> {
    const laid = this.#begin('lay', joins);
    await Promise.all(this.#tasks);
    return (await laid) as LaidCityPlaces;
  }

  /** What can be reached in the finished map. */
  async check(map: CityMap): Promise<MapChecks> {
    return (await this.#begin('check', columnsOf(map))) as MapChecks;
  }

  end(): Promise<void> {
    return endThreads(this.thread);
  }

  /** The thread works on one task after another. Who waits for the last one hears of all faults. */
  #begin(name: string, input: unknown): Promise<unknown> {
    const task = this.thread.run(shareArrays(input), { name });
    task.catch(() => {});
    this.#tasks.push(task);
    return task;
  }
}
