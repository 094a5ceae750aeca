import type { Program } from '@safety/platform/operator';
import { settingsSchema } from '../config.js';
import { CliModule } from './cli.module.js';
import { companyCommands } from './company-commands.js';
import { userCommands } from './user-commands.js';

/** The command line of accounts. */
export const accountsProgram: Program = {
  name: 'accounts',
  purpose: 'Manages companies, users and who works where',
  settings: settingsSchema,
  module: CliModule,
  commands: { ...companyCommands, ...userCommands },
};
