import { runService } from '@safety/platform';
import { IdentityModule } from './identity.module.js';
import { identityService } from './service-options.js';

await runService(IdentityModule, identityService);
