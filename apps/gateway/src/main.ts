import { runService } from '@safety/platform';
import { GatewayModule } from './gateway.module.js';
import { gatewayService } from './service-options.js';

await runService(GatewayModule, gatewayService);
