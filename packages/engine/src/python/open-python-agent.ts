import { rmSync } from 'node:fs';
import { type CityMap, POI_GROUPS } from '@itinera/city';
import type { Country } from '../agents/environment.js';
import type { AgentClass } from '../agents/mobility-agent.js';
import { writeCityFile } from './city-file.js';
import { pythonAgentClass } from './python-agent.js';
import { PythonHost } from './python-host.js';
import type { PythonHostOptions } from './python-host-options.js';

export interface PythonAgentOptions
  extends Pick<
    PythonHostOptions,
    'python' | 'file' | 'task' | 'bases' | 'agentParams' | 'onLog' | 'onWarning' | 'order'
  > {
  readonly map: CityMap;
  /** The country whose daily life applies. */
  readonly country: Country;
  /** The city file for the process; removed by `close`. */
  readonly cityPath: string;
  readonly stepTimeoutSeconds: number;
}

/** A class of Python agents with its process. */
export interface PythonAgentClass {
  readonly agentClass: AgentClass;
  close(): void | Promise<void>;
}

/** Starts a process for an agent file. @throws UserError when Python does not start or the file contains no agent. */
export async function openPythonAgent({
  map,
  country,
  cityPath,
  stepTimeoutSeconds,
  ...options
}: PythonAgentOptions): Promise<PythonAgentClass> {
  await writeCityFile(cityPath, map, country);
  const host = await PythonHost.start({ ...options, city: cityPath, categories: POI_GROUPS });
  return {
    agentClass: pythonAgentClass(host, stepTimeoutSeconds),
    close: async () => {
      await host.close();
      rmSync(cityPath, { force: true });
    },
  };
}
