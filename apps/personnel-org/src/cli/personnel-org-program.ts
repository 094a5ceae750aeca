import type { Program } from '@safety/platform/operator';
import { settingsSchema } from '../config.js';
import { CliModule } from './cli.module.js';
import { keyCommands } from './key-commands.js';

/** The command line of personnel-org. */
export const personnelOrgProgram: Program = {
  name: 'personnel-org',
  purpose: 'Rotates the keys that sensitive members of people are encrypted with',
  settings: settingsSchema,
  module: CliModule,
  commands: keyCommands,
};
