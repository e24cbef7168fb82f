import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into a child before its program: on exit, writes what the child has taken to the file ITINERA_TRIAL_USAGE.

/** Processor seconds, and peak memory in megabytes. */
export interface Usage {
  readonly seconds: number;
  readonly megabytes: number;
}

/** Usage of this process until now. */
export function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { seconds: (user + system) / 1e6, megabytes: peakMegabytes() };
}

/** `resourceUsage().maxRSS` includes the parent before it became this program, so the value from Linux is used instead. */
export function peakMegabytes(): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}

/** Resets the memory peak if the system can, and returns the current memory. */
export function forgetPeak(): number {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
    return Number(/VmRSS:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;
  } catch {
    return peakMegabytes();
  }
}

const path = process.env.ITINERA_TRIAL_USAGE;
if (path !== undefined && isMainThread) process.on('exit', () => writeFileSync(path, JSON.stringify(usage())));
