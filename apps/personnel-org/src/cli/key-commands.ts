import { type Command, idOf, service } from '@safety/platform/operator';
import type { Place } from '../encryption/encrypted-value.js';
import { KeyRotation } from '../encryption/key-rotation.js';

const unreadable = (companyId: string, { table, id, member }: Place): string =>
  `Company ${companyId}: ${member} of ${table} ${id} does not open and stays as it is.`;

export const keyCommands: Record<string, Command> = {
  'rotate-company-keys': {
    parameters: [],
    help: 'Encrypts what is sensitive with a new key for each company, while traffic goes on.',
    options: { company: { type: 'string', value: 'id', help: 'of this company alone' } },
    run: async (app, _, values) => {
      const rotation = service(app, KeyRotation);
      const company = idOf(values, 'company');
      const rotated: { company_id: string; key: number }[] = [];
      const failures: string[] = [];
      for (const id of company ? [company] : await rotation.companies())
        try {
          const done = await rotation.rotate(id);
          if (done) rotated.push({ company_id: id, key: done.key });
          failures.push(...(done?.unreadable ?? []).map((place) => unreadable(id, place)));
        } catch (error) {
          failures.push(`Company ${id}: ${(error as Error).message}.`);
        }
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
      for (const id of await rotation.companies()) wrapped += await rotation.wrapAnew(id);
      return { json: { wrapped }, text: [`${wrapped} keys are wrapped anew.`] };
    },
  },
};
