import { type Command, idOf, service, UsageError } from '@safety/platform/operator';
import type { Place } from '../encryption/encrypted-value.js';
import { KeyRotation } from '../encryption/key-rotation.js';

const unreadable = (companyId: string, { table, id, member }: Place): string =>
  `Company ${companyId}: ${member} of ${table} ${id} does not open and stays as it is.`;

/** Works for one company after the other. Resolves with sentences about what failed. */
async function failuresOf(
  companies: readonly string[],
  work: (companyId: string) => Promise<string[]>,
): Promise<string[]> {
  const failures: string[] = [];
  for (const id of companies)
    try {
      failures.push(...(await work(id)));
    } catch (error) {
      failures.push(`Company ${id}: ${(error as Error).message}.`);
    }
  return failures;
}

export const keyCommands: Record<string, Command> = {
  'rotate-company-keys': {
    parameters: [],
    help: 'Encrypts what is sensitive with a new key for each company, while traffic goes on.',
    options: {
      company: { type: 'string', value: 'id', help: 'of this company alone' },
      'replace-lost': {
        type: 'boolean',
        help: 'also where its newest key does not open; gives up all that do not: writes replace their values then',
      },
    },
    run: async (app, _, values) => {
      const rotation = service(app, KeyRotation);
      const company = idOf(values, 'company');
      const replaceLost = values['replace-lost'] === true;
      if (replaceLost && !company)
        throw new UsageError('--replace-lost needs --company: with a wrong KEY_ENCRYPTION_KEY all are lost.');
      const rotated: { company_id: string; key: number }[] = [];
      const companies = company ? [company] : await rotation.companies();
      const failures = await failuresOf(companies, async (id) => {
        const done = await rotation.rotate(id, replaceLost);
        if (done) rotated.push({ company_id: id, key: done.key });
        return (done?.unreadable ?? []).map((place) => unreadable(id, place));
      });
      const text = rotated.map(({ company_id, key }) => `${company_id} has key ${key}.`);
      return { json: rotated, text, failures };
    },
  },
  'rotate-deployment-key': {
    parameters: [],
    help: 'Wraps the keys of all companies with the first key of KEY_ENCRYPTION_KEY; the others can go then.',
    run: async (app) => {
      const rotation = service(app, KeyRotation);
      let wrapped = 0;
      const failures = await failuresOf(await rotation.companies(), async (id) => {
        const done = await rotation.wrapAnew(id);
        wrapped += done.wrapped;
        return done.lost.map((number) => `Company ${id}: key ${number} does not open and stays as it is.`);
      });
      return { json: { wrapped }, text: [`${wrapped} keys are wrapped anew.`], failures };
    },
  },
};
