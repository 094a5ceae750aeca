import type { Program } from '@safety/platform/operator';
import { commandSettingsSchema } from '../config.js';
import { CliModule } from './cli.module.js';
import { keyCommands } from './key-commands.js';
import { publishCommands } from './publish-commands.js';

/** The command line of personnel-org. */
export const personnelOrgProgram: Program = {
  name: 'personnel-org',
  purpose: 'Publishes again what other services keep, and rotates the keys of sensitive members',
  settings: commandSettingsSchema,
  module: CliModule,
  commands: { ...publishCommands, ...keyCommands },
};
