import { describeDeployment } from '@safety/testing/deployment';
import { gatewaySettingsSchema } from './config.js';

describeDeployment('gateway', { settings: gatewaySettingsSchema });
