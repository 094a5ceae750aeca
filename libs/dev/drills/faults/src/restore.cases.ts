import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { demoQuarries, demoUsers } from '@safety/demo-data';
import { type AppName, operate, type Suite } from '@safety/local-stack';
import { Api, addedId, newName } from './api.js';
import { tokensOf } from './client.js';
import { inDatabase } from './compare-writes.js';
import { differingReadModels } from './read-models.js';
import { personWrite } from './requests.js';
import { Backup } from './restored-database.js';
import { until } from './scenarios/until.js';
import type { Testbed } from './testbed.js';

/** The goal of docs/operations/restore.md is 30 s, for a machine that does not run other tests. */
const WITHIN_MS = 120_000;

/** Each service in turn goes back to a backup while the others go on. */
export function describeRestores(of: () => Testbed): void {
  let suite: Suite;
  let api: Api;

  beforeAll(async () => {
    suite = of().suite;
    api = await Api.of(of());
  });

  /** Waits until a service knows a row as it is given. */
  async function knows(app: AppName, text: string, id: string, expected: object | undefined): Promise<void> {
    const read = () => inDatabase(suite, app, async (client) => (await client.query(text, [id])).rows[0]);
    const isSo = async () => JSON.stringify(await read()) === JSON.stringify(expected);
    await until(`${app} knows ${JSON.stringify(expected)}`, isSo, WITHIN_MS).catch(async (error: Error) => {
      throw new Error(`${error.message}, but ${JSON.stringify(await read())}`);
    });
  }

  /** Every read model of what the service owns, and each that it keeps itself, in whole tables. */
  async function agrees(service: AppName): Promise<void> {
    let differing: string[] = [];
    const agree = async () => {
      differing = await differingReadModels(suite, service);
      return differing.length === 0;
    };
    await until('the read models agree', agree, WITHIN_MS).catch((error: Error) => {
      throw new Error(`${error.message}: ${differing.join('; ')}`);
    });
  }

  async function patch(path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/merge-patch+json', 'if-match': '*' };
    const { status } = await api.send(path, { method: 'PATCH', headers, body: JSON.stringify(body) });
    expect(status).toBe(200);
  }

  describe('personnel-org is restored', () => {
    const person = 'SELECT display_name AS name, archived FROM personnel WHERE id = $1';
    const preferred = (name: string, last: string) => ({ name: `${name} ${last}`, archived: false });
    let kept: string;
    let lost: string;
    let last: string;

    beforeAll(async () => {
      last = newName();
      kept = addedId(await api.add(personWrite, last));
      await patch(`/api/personnel/${kept}`, { preferredName: 'Before' });
      await knows('hazards-events', person, kept, preferred('Before', last));
      const backup = await Backup.of(suite, 'personnel-org');
      for (const name of ['One', 'Two', 'Three'])
        await until('personnel-org is back', async () => {
          const headers = { 'content-type': 'application/merge-patch+json', 'if-match': '*' };
          const body = JSON.stringify({ preferredName: name });
          return (
            (await api.send(`/api/personnel/${kept}`, { method: 'PATCH', headers, body })).status === 200
          );
        });
      lost = addedId(await api.add(personWrite, newName()));
      await knows('hazards-events', person, kept, preferred('Three', last));
      await knows('training', `SELECT archived FROM personnel WHERE id = $1`, lost, { archived: false });
      await backup.restore();
    }, 300_000);

    it.each(['hazards-events', 'training'] as const)('%s knows what the backup holds', (reader) =>
      knows(reader, person, kept, preferred('Before', last)),
    );

    it.each(['hazards-events', 'training'] as const)('%s has what is lost as archived', (reader) =>
      knows(reader, 'SELECT archived FROM personnel WHERE id = $1', lost, { archived: true }),
    );

    it('all read models are equal to what their owners hold', () => agrees('personnel-org'));

    it('the next change counts, though its version is lower than one that was known', async () => {
      await patch(`/api/personnel/${kept}`, { preferredName: 'After' });
      await knows('hazards-events', person, kept, preferred('After', last));
    });
  });

  describe('accounts is restored', () => {
    const email = 'both@demo.example';
    const accounts = (...args: string[]) => operate(suite, 'accounts', ...args);
    const user = demoUsers.find((one) => one.email === 'employee@demo.example') ?? demoUsers[0];
    const known = 'SELECT disabled FROM users WHERE id = $1';
    let lost: string;

    beforeAll(async () => {
      if (!user) throw new Error('The demo has users');
      const backup = await Backup.of(suite, 'accounts');
      for (const command of ['disable-user', 'enable-user', 'disable-user', 'enable-user', 'disable-user'])
        await accounts(command, user.email);
      const added = await accounts(
        ...[
          'add-user',
          '--email',
          `${randomUUID()}@demo.example`,
          '--given-name',
          'Lost',
          '--family-name',
          'User',
        ],
        ...['--company', demoQuarries.id, '--role', 'admin'],
      );
      lost = added.user_id ?? added.id;
      await knows('identity', known, user.id, { disabled: true });
      await knows('identity', known, lost, { disabled: false });
      await backup.restore();
    }, 300_000);

    it('all read models are equal to what their owners hold', () => agrees('accounts'));

    it('identity knows what the backup holds: who was disabled since signs in again', async () => {
      await knows('identity', known, user?.id ?? '', { disabled: false });
      expect(await tokensOf(suite.url, user?.email ?? '')).toHaveProperty('access_token');
    });

    it('a user who is lost is disabled', () => knows('identity', known, lost, { disabled: true }));

    it('personnel-org does not know a lost user any more', () =>
      knows('personnel-org', 'SELECT belongs FROM company_users WHERE user_id = $1', lost, {
        belongs: false,
      }));

    it('a user who is disabled after the restore cannot sign in', async () => {
      await accounts('disable-user', user?.email ?? '');
      const isRefused = () =>
        tokensOf(suite.url, user?.email ?? '').then(
          () => false,
          () => true,
        );
      await until('the user is refused', isRefused, WITHIN_MS);
      expect(await tokensOf(suite.url, email)).toHaveProperty('access_token');
    });
  });

  describe('training is restored', () => {
    const course = 'SELECT name FROM courses WHERE id = $1';
    let id: string;

    beforeAll(async () => {
      const body = { code: newName(), name: 'Before', category: 'machinery', deliveryMethod: 'onTheJob' };
      id = addedId(await api.send('/api/courses', { method: 'POST', body: JSON.stringify(body) }));
      await knows('hazards-events', course, id, { name: 'Before' });
      const backup = await Backup.of(suite, 'training');
      await until('training is back', async () => (await api.send(`/api/courses/${id}`)).status === 200);
      for (const name of ['One', 'Two']) await patch(`/api/courses/${id}`, { name });
      await knows('hazards-events', course, id, { name: 'Two' });
      await backup.restore();
    }, 300_000);

    it.each(['hazards-events', 'personnel-org'] as const)('%s knows what the backup holds', (reader) =>
      knows(reader, course, id, { name: 'Before' }),
    );

    it('all read models are equal to what their owners hold', () => agrees('training'));
  });

  describe('identity is restored', () => {
    const client = 'SELECT status, archived_at IS NULL AS there FROM service_clients WHERE id = $1';
    const identity = (...args: string[]) => operate(suite, 'identity', ...args);
    const create = async (): Promise<string> =>
      (
        await identity(
          ...['create-client', '--name', newName(), '--company', demoQuarries.id],
          ...['--grant', 'client_credentials', '--scope', 'resources_business_api.read'],
        )
      ).id;

    it('accounts knows the clients that the backup holds, and has the others as deleted', async () => {
      const kept = await create();
      await knows('accounts', client, kept, { status: 'active', there: true });
      const backup = await Backup.of(suite, 'identity');
      await identity('disable-client', kept);
      const lost = await create();
      await knows('accounts', client, kept, { status: 'disabled', there: true });
      await knows('accounts', client, lost, { status: 'active', there: true });
      await backup.restore();
      await knows('accounts', client, kept, { status: 'active', there: true });
      await knows('accounts', client, lost, { status: 'active', there: false });
      await agrees('identity');
    }, 300_000);
  });

  describe('hazards-events is restored', () => {
    it('it learns again what others changed since the backup', async () => {
      const person = 'SELECT display_name AS name FROM personnel WHERE id = $1';
      const last = newName();
      const id = addedId(await api.add(personWrite, last));
      const backup = await Backup.of(suite, 'hazards-events');
      await patch(`/api/personnel/${id}`, { preferredName: 'Since' });
      await knows('hazards-events', person, id, { name: `Since ${last}` });
      await backup.restore();
      await knows('hazards-events', person, id, { name: `Since ${last}` });
      await agrees('hazards-events');
    }, 300_000);
  });
}
