import { type Command, idOf, numberOf, service, textOf } from '@safety/platform/operator';
import { Companies } from '../operator/companies.js';
import { OperatorChanges } from '../operator/operator-changes.js';

const CHANGES = 50;
const MOST_CHANGES = 1_000;

/** A command that changes one company and has nothing to show. */
const changing = (
  help: string,
  done: string,
  change: (companies: Companies, id: string) => Promise<void>,
): Command => ({
  parameters: ['<company>'],
  help,
  run: async (app, [id = '']) => {
    await change(service(app, Companies), id);
    return { json: { company_id: id, done }, text: [`${id} is ${done}.`] };
  },
});

export const companyCommands: Record<string, Command> = {
  companies: {
    parameters: [],
    help: 'Lists every company.',
    run: async (app) => {
      const companies = await service(app, Companies).list();
      return {
        json: companies,
        text: companies.map(({ id, name, status, users }) => `${id}  ${name} (${status}, ${users} users)`),
      };
    },
  },
  'add-company': {
    parameters: [],
    help: 'Adds a company with the built-in roles and nobody in it.',
    options: {
      name: { type: 'string', value: 'text', help: 'what people call it' },
      'legal-name': { type: 'string', value: 'text', help: 'what the register calls it' },
      country: { type: 'string', value: 'code', help: 'two letters, such as IE' },
      'time-zone': { type: 'string', value: 'name', help: 'such as Europe/Dublin' },
      locale: { type: 'string', value: 'tag', help: 'such as en, which it is when left out' },
    },
    run: async (app, _, values) => {
      const name = textOf(values, 'name') ?? '';
      const id = await service(app, Companies).add({
        name,
        legalName: textOf(values, 'legal-name'),
        country: textOf(values, 'country') ?? '',
        timeZone: textOf(values, 'time-zone') ?? '',
        locale: textOf(values, 'locale'),
      });
      return { json: { company_id: id }, text: [`company_id: ${id}`] };
    },
  },
  'suspend-company': changing(
    'Refuses everybody who works in a company; nothing in it changes.',
    'suspended',
    (companies, id) => companies.suspend(id),
  ),
  'resume-company': changing('Lets people work in a suspended company again.', 'resumed', (companies, id) =>
    companies.resume(id),
  ),
  'tell-companies': {
    parameters: [],
    help: 'Tells the services the settings of each company again, such as after a release whose messages say more.',
    options: { company: { type: 'string', value: 'id', help: 'one company alone' } },
    run: async (app, _, values) => {
      const published = await service(app, Companies).publishAgain(idOf(values, 'company'));
      return { json: { told: published }, text: [`${published} companies are told again.`] };
    },
  },
  changes: {
    parameters: [],
    help: 'Lists what operators did, the newest first.',
    options: { limit: { type: 'string', value: 'number', help: `at most; ${CHANGES} when it is left out` } },
    run: async (app, _, values) => {
      const limit = Math.min(numberOf(values, 'limit') ?? CHANGES, MOST_CHANGES);
      const changes = await service(app, OperatorChanges).newest(limit);
      return {
        json: changes,
        text: changes.map(({ changedAt, change, userId, companyId, details }) =>
          [
            changedAt.toISOString(),
            change,
            userId && `user ${userId}`,
            companyId && `company ${companyId}`,
            ...Object.entries(details).map(([name, value]) => `${name} ${[value].flat().join(',')}`),
          ]
            .filter(Boolean)
            .join('  '),
        ),
      };
    },
  },
};
