import { runService } from '@safety/platform';
import { AccountsModule } from './accounts.module.js';
import { settingsSchema } from './config.js';

await runService(AccountsModule, { name: 'accounts', settings: settingsSchema });
