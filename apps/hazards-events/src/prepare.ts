import { runPrepare } from '@safety/persistence';
import { addDemoRows } from './demo/demo-rows.js';
import { CreateReadModels1790000000101 } from './migrations/1790000000101-create-read-models.js';
import { migrations } from './migrations/index.js';

await runPrepare({
  name: 'hazards-events',
  migrations,
  first: CreateReadModels1790000000101,
  demo: addDemoRows,
});
