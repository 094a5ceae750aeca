import type { Program } from '@safety/platform/operator';
import { commandSettingsSchema } from '../config.js';
import { CliModule } from './cli.module.js';
import { companyCommands } from './company-commands.js';
import { userCommands } from './user-commands.js';

/** The command line of accounts. */
export const accountsProgram: Program = {
  name: 'accounts',
  purpose: 'Manages companies, users and who works where',
  settings: commandSettingsSchema,
  databaseSetting: 'OPERATOR_DATABASE_URL',
  module: CliModule,
  commands: { ...companyCommands, ...userCommands },
};
