import { runJobsForParent } from '@itinera/pool';
import { readConfig } from './config-file.js';

// The process in which `asbench runs worker` runs jobs.
runJobsForParent((path, warn) => readConfig(path, warn).llm);
