import { runPrepare } from '@safety/persistence';
import { addDemoRows } from './demo/demo-rows.js';
import { CreateCourses1790000000001 } from './migrations/1790000000001-create-courses.js';
import { migrations } from './migrations/index.js';

await runPrepare({ name: 'training', migrations, first: CreateCourses1790000000001, demo: addDemoRows });
