import { runService } from '@safety/platform';
import { AccountsModule } from './accounts.module.js';
import { accountsService } from './service-options.js';

await runService(AccountsModule, accountsService);
