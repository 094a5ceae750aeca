import { runPrepare } from '@safety/persistence';
import { addDemoCourses } from './courses/demo-courses.js';
import { migrations } from './migrations/index.js';

await runPrepare({ name: 'training', migrations, demo: addDemoCourses });
