import agent from 'worker:./agent/worker.ts';
import world from 'worker:./world/worker.ts';
import type { RunParts } from './run-parts.js';

declare const CITY: string;

parent.postMessage({ agent, world, city: CITY } satisfies RunParts, '*');
