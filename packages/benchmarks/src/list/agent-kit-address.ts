import { compiledUrl } from '@itinera/base';

/** Address of the module that agent files import as `itinera`. Threads run compiled code, even in tests. */
export const AGENT_KIT = compiledUrl('../agent-kit.js', import.meta.url);
