import { type Command, idOf, service } from '@safety/platform/operator';
import { PublishedStates } from './published-states.js';

export const publishCommands: Record<string, Command> = {
  publish: {
    parameters: [],
    help: 'Publishes each org structure, item, person and associate again, for a service that lacks some.',
    options: { company: { type: 'string', value: 'id', help: 'those of this company alone' } },
    run: async (app, _, values) => {
      const states = service(app, PublishedStates);
      const company = idOf(values, 'company');
      const published: { company_id: string; messages: number }[] = [];
      for (const id of company ? [company] : await states.companies())
        published.push({ company_id: id, messages: await states.publish(id) });
      const text = published.map(({ company_id, messages }) => `${company_id}: ${messages} published again.`);
      return { json: published, text };
    },
  },
};
