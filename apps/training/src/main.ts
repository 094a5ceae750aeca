import { consumeMessages } from '@safety/bus/outbox';
import { runService } from '@safety/platform';
import { settingsSchema } from './config.js';
import { TrainingModule } from './training.module.js';

await runService(TrainingModule, { name: 'training', settings: settingsSchema, setup: consumeMessages });
