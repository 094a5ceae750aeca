import {
  type Command,
  idOf,
  listOf,
  type Option,
  service,
  textOf,
  UsageError,
  type Values,
} from '@safety/platform/operator';
import type { HeldRoles } from '../operator/fields.js';
import { OperatorMemberships } from '../operator/memberships.js';
import { type ListedUser, Users } from '../operator/users.js';

const company: Option = { type: 'string', value: 'id', help: 'the company, see companies' };

const personOptions: Record<string, Option> = {
  email: { type: 'string', value: 'address', help: 'to sign in with' },
  'given-name': { type: 'string', value: 'text', help: 'as colleagues say it' },
  'family-name': { type: 'string', value: 'text', help: 'as it is sorted by' },
};

const roleOptions: Record<string, Option> = {
  company,
  role: { type: 'string', multiple: true, value: 'role,…', help: 'by its name, such as admin or employee' },
  place: {
    type: 'string',
    multiple: true,
    value: 'id,…',
    help: 'org structures that the roles count at and below; everywhere when it is left out',
  },
};

const heldRoles = (values: Values): HeldRoles => ({
  company: textOf(values, 'company') ?? '',
  roles: listOf(values, 'role'),
  places: listOf(values, 'place'),
});

const userLine = ({ id, email, givenName, familyName, disabled, roles }: ListedUser): string => {
  const held = roles.map(({ company: name, role, places }) => {
    const where = places.length > 0 ? ` at ${places.join(' ')}` : '';
    return `${role} in ${name}${where}`;
  });
  return `${id}  ${email} (${givenName} ${familyName}${disabled ? ', disabled' : ''}): ${held.join('; ') || 'no role'}`;
};

/** A command that changes one user and has nothing to show. */
const changing = (
  help: string,
  done: string,
  change: (users: Users, user: string) => Promise<void>,
): Command => ({
  parameters: ['<user>'],
  help,
  run: async (app, [user = '']) => {
    await change(service(app, Users), user);
    return { json: { user, done }, text: [`${user} is ${done}.`] };
  },
});

export const userCommands: Record<string, Command> = {
  users: {
    parameters: [],
    help: 'Lists users with their roles.',
    options: { company: { ...company, help: 'those of one company alone' } },
    run: async (app, _, values) => {
      const users = await service(app, Users).list(idOf(values, 'company'));
      return { json: users, text: users.map(userLine) };
    },
  },
  'add-user': {
    parameters: [],
    help: 'Adds a user with roles in a company; an e-mail invites the user to choose a password.',
    options: { ...personOptions, ...roleOptions },
    run: async (app, _, values) => {
      const id = await service(app, Users).add({
        email: textOf(values, 'email') ?? '',
        givenName: textOf(values, 'given-name') ?? '',
        familyName: textOf(values, 'family-name') ?? '',
        ...heldRoles(values),
      });
      return { json: { user_id: id }, text: [`user_id: ${id}`] };
    },
  },
  'change-user': {
    parameters: ['<user>'],
    help: 'Changes the e-mail address or the name of a user.',
    options: personOptions,
    run: async (app, [user = ''], values) => {
      const given = {
        email: textOf(values, 'email'),
        givenName: textOf(values, 'given-name'),
        familyName: textOf(values, 'family-name'),
      };
      const changed = Object.entries(given).filter(([, value]) => value !== undefined);
      if (changed.length === 0) throw new UsageError('change-user needs something to change.');
      await service(app, Users).change(user, Object.fromEntries(changed));
      return { json: { user, done: 'changed' }, text: [`${user} is changed.`] };
    },
  },
  grant: {
    parameters: ['<user>'],
    help: 'Gives a user roles in a company, beside those held there.',
    options: roleOptions,
    run: async (app, [user = ''], values) => {
      await service(app, OperatorMemberships).grant(user, heldRoles(values));
      return { json: { user, done: 'granted' }, text: [`${user} holds these roles now.`] };
    },
  },
  'set-roles': {
    parameters: ['<user>'],
    help: 'Makes these the only roles of a user in a company.',
    options: roleOptions,
    run: async (app, [user = ''], values) => {
      await service(app, OperatorMemberships).replace(user, heldRoles(values));
      return { json: { user, done: 'replaced' }, text: [`${user} holds these roles alone now.`] };
    },
  },
  remove: {
    parameters: ['<user>'],
    help: 'Takes a user out of a company, and ends what the user is signed in to.',
    options: { company },
    run: async (app, [user = ''], values) => {
      await service(app, OperatorMemberships).remove(user, textOf(values, 'company') ?? '');
      return { json: { user, done: 'removed' }, text: [`${user} no longer belongs to the company.`] };
    },
  },
  'tell-users': {
    parameters: [],
    help: 'Tells the services each user again, such as after a release whose messages say more.',
    options: { company: { ...company, help: 'those of one company alone' } },
    run: async (app, _, values) => {
      const published = await service(app, Users).publishAgain(idOf(values, 'company'));
      return { json: { told: published }, text: [`${published} users are told again.`] };
    },
  },
  'disable-user': changing(
    'Ends everything a user may do and is signed in to; the roles are kept.',
    'disabled',
    (users, user) => users.disable(user),
  ),
  'enable-user': changing('Lets a disabled user sign in again.', 'enabled', (users, user) =>
    users.enable(user),
  ),
};
