import { compiledUrl } from '@itinera/base';

// Threads run compiled code, even in tests.

/** Address of the module that agent files import as `itinera`. */
export const AGENT_KIT = compiledUrl('../agent-kit.js', import.meta.url);

/** Address of the module by which threads load agent files. */
export const THREAD_KIT = compiledUrl('../thread-kit.js', import.meta.url);
