import { accessSettings } from '@safety/auth-guard';
import { publishingSettings } from '@safety/bus';
import { cursorSettings, databaseSettings, postgresAddress } from '@safety/persistence';
import { baseSettings, publicAddressSettings, publicBesideAuth } from '@safety/platform';
import { z } from 'zod';

const settings = z.object({
  ...baseSettings,
  ...publicAddressSettings,
  ...databaseSettings,
  ...publishingSettings,
  ...cursorSettings,
  // The guard asks the own database for memberships, so there is no address to ask.
  IDENTITY_URL: accessSettings.IDENTITY_URL,
});

/** Everything accounts reads from its environment. */
export const settingsSchema = settings.check(publicBesideAuth);

/**
 * The database as the role of the command line, for which the walls between companies do not stand. The
 * service never has it: whoever takes the service over would read all companies.
 */
export const operatorSettings = {
  OPERATOR_DATABASE_URL: postgresAddress.optional().transform((address, context) => {
    if (address !== undefined) return address;
    const message =
      'give the address of the database as the role of the command line, see docs/operations/accounts.md';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }),
};

/** Everything the command line reads: what the service does, but for the role that it is in the database. */
export const commandSettingsSchema = settings
  .omit({ DATABASE_URL: true })
  .extend(operatorSettings)
  .transform(({ OPERATOR_DATABASE_URL, ...others }) => ({
    ...others,
    DATABASE_URL: OPERATOR_DATABASE_URL,
  }));

/** The preparation reads these to let the command line in. */
export const operatorSettingsSchema = z.object({
  DATABASE_URL: databaseSettings.DATABASE_URL,
  ...operatorSettings,
});
