import type { Program } from '@safety/platform/operator';
import { identitySettingsSchema } from '../../config.js';
import { auditCommands } from './audit-commands.js';
import { CliModule } from './cli.module.js';
import { clientCommands } from './client-commands.js';
import { deliveryCommands } from './delivery-commands.js';
import { keyCommands } from './key-commands.js';
import { mailCommands } from './mail-commands.js';
import { restoreCommands } from './restore-commands.js';
import { userCommands } from './user-commands.js';

/** The command line of identity. */
export const identityProgram: Program = {
  name: 'identity',
  purpose: 'Manages the identity provider',
  settings: identitySettingsSchema,
  module: CliModule,
  commands: {
    ...clientCommands,
    ...keyCommands,
    ...userCommands,
    ...restoreCommands,
    ...deliveryCommands,
    ...mailCommands,
    ...auditCommands,
  },
};
