import type { Command } from 'commander';
import { serveBridge } from '../bridge/serve-bridge.js';

/** `asbench bridge`: what the Python package talks to, over standard input and output; nothing for the help. */
export function addBridge(program: Command): void {
  program.command('bridge', { hidden: true }).description('answer the Python package').action(serveBridge);
}
