import { type Command, idOf, service } from '@safety/platform/operator';
import { KeyRotation } from '../encryption/key-rotation.js';

export const keyCommands: Record<string, Command> = {
  'rotate-company-keys': {
    parameters: [],
    help: 'Encrypts what is sensitive with a new key for each company; writes of it wait meanwhile.',
    options: { company: { type: 'string', value: 'id', help: 'of this company alone' } },
    run: async (app, _, values) => {
      const rotation = service(app, KeyRotation);
      const company = idOf(values, 'company');
      const rotated: { company_id: string; key: number }[] = [];
      for (const id of company ? [company] : await rotation.companies()) {
        const key = await rotation.rotate(id);
        if (key !== undefined) rotated.push({ company_id: id, key });
      }
      return { json: rotated, text: rotated.map(({ company_id, key }) => `${company_id} has key ${key}.`) };
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
