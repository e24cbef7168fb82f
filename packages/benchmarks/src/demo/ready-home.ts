import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A home that is shipped with the program: the demo of the first command, its town, floor and ceiling, as that command
 * itself made them when the program was packed (scripts/build/ready-home.js). The packages alone lack it, and make
 * everything when it is needed.
 */
export const READY_HOME = join(dirname(fileURLToPath(import.meta.url)), 'ready-home');
