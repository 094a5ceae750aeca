import { consumeMessages } from '@safety/bus/outbox';
import { runService } from '@safety/platform';
import { settingsSchema } from './config.js';
import { HazardsEventsModule } from './hazards-events.module.js';

await runService(HazardsEventsModule, {
  name: 'hazards-events',
  settings: settingsSchema,
  setup: consumeMessages,
});
