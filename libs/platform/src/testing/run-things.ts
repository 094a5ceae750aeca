import { runService } from '../service/run-service.js';
import { baseSettingsSchema } from '../settings/base-settings.js';
import { ThingsModule } from './things.js';

await runService(ThingsModule, { name: 'things', settings: baseSettingsSchema });
