import { runService } from '@safety/platform';
import { AccountsModule } from './accounts.module.js';
import { accountsService } from './accounts.service.js';

await runService(AccountsModule, accountsService);
