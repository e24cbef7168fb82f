import type { Command } from 'commander';
import { ConfinedFolder } from '../mcp/confined-folder.js';
import { serveMcp } from '../mcp/mcp-server.js';
import { onInterrupt } from './interrupt.js';

/** `asbench mcp`: a server of the Model Context Protocol on the standard streams, until the client closes them. */
export default function addMcp(program: Command): void {
  program
    .command('mcp')
    .option('--folder <folder>', 'clients can use only files of this folder', '.')
    .action(async ({ folder }: { readonly folder: string }, command: Command) => {
      const { homeDir } = command.optsWithGlobals<{ homeDir?: string }>();
      const confined = new ConfinedFolder(folder, homeDir);
      const stop = new AbortController();
      onInterrupt(() => stop.abort());
      await serveMcp(confined, program.version() ?? '', process.argv[1]!, stop.signal);
    });
}
