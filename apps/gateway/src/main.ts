import { runService } from '@safety/platform';
import { GatewayModule } from './gateway.module.js';
import { gatewayService } from './gateway.service.js';

await runService(GatewayModule, gatewayService);
