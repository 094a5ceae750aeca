import { runService } from '@safety/platform';
import { IdentityModule } from './identity.module.js';
import { identityService } from './identity.service.js';

await runService(IdentityModule, identityService);
