import { beforeAll, describe, expect, it } from '@jest/globals';
import { demoQuarries } from '@safety/demo-data';
import { Browser, formOf } from '@safety/demo-journey';
import { operate } from '@safety/local-stack';
import { eventually } from '@safety/testing';
import { Redis } from 'ioredis';
import type { Application, SignedIn } from './application.js';
import { deadLettersOf, deliveriesInConsole } from './dead-letters.js';
import { answersOf, statusOf, untilRefused } from './refusal.js';
import { restartGateways } from './restart-gateway.js';
import { signOutRound } from './sign-out-round.js';
import type { Testbed } from './testbed.js';

/** Of a testbed with two applications that answer, and others whose Logout Uri fails. */
export function describeSingleLogout(testbed: () => Testbed): void {
  let good: [Application, Application];
  const ended: SignedIn[] = [];

  beforeAll(() => {
    const [first, second] = testbed().applications;
    good = [first, second] as typeof good;
  });

  describe('signing out of two applications at one of them', () => {
    const expectRefusals = async (): Promise<void> =>
      expect(new Set(await answersOf(testbed().suite, ended))).toEqual(new Set([401]));

    it('tells the other, and both gateways refuse the tokens of both', async () => {
      for (let count = 0; count < 3; count++)
        ended.push(...(await signOutRound(testbed().suite, good)).ended);
      const [first, second] = good;
      expect(
        await Promise.all([first.renew(ended[0] as SignedIn), second.renew(ended[1] as SignedIn)]),
      ).toEqual([400, 400]);
    }, 60_000);

    it('the same while Redis is down', async () => {
      await testbed().redis.cut();
      ended.push(...(await signOutRound(testbed().suite, good)).ended);
      await testbed().redis.restore();
      await expectRefusals();
    }, 60_000);

    it('the tokens stay refused when Redis is emptied, and when both gateways are killed', async () => {
      const redis = new Redis(testbed().suite.redisUrl);
      await redis.flushdb();
      redis.disconnect();
      await expectRefusals();
      await restartGateways(testbed().suite);
      await expectRefusals();
    }, 60_000);

    it('goes on beside Logout Uris that fail, whose calls are given up in the end, as the console shows', async () => {
      const { ended: held } = await signOutRound(testbed().suite, testbed().applications);
      const letters = await deadLettersOf(testbed().suite, held[0]?.sid ?? '', 2);
      expect(letters).toMatchObject([
        { attempts: 10, lastError: expect.stringContaining('ECONNREFUSED') },
        { attempts: 10, lastError: expect.stringContaining('Header overflow') },
      ]);
      const shown = await deliveriesInConsole(testbed().suite);
      for (const { name } of letters) expect(shown[name]).toBe('given up');
    }, 60_000);
  });

  describe('a user whom an operator adds, takes out of a company and disables', () => {
    const email = 'una@works.example';
    const password = 'seven quiet lanterns drift';
    const paths = ['/hazards', '/personnel', '/orgstructures', '/courses'];
    let companyId: string;
    let held: SignedIn;

    const accounts = (...args: string[]) => operate(testbed().suite, 'accounts', ...args);
    const signIn = (): Promise<SignedIn> => good[0].signIn(new Browser(), email, password);
    /** The answer of each service in a company: through both gateways, and without one. */
    const statuses = async (company: string): Promise<number[]> => {
      const { replicaUrls, urls } = testbed().suite;
      const headers = { authorization: `Bearer ${held.accessToken}`, 'x-company-context': company };
      const addresses = [
        ...replicaUrls.gateway.flatMap((gateway) => paths.map((path) => `${gateway}/api${path}`)),
        `${urls['hazards-events']}/hazards`,
        `${urls['personnel-org']}/personnel`,
        `${urls.training}/courses`,
      ];
      const answers = await Promise.all(addresses.map((address) => statusOf(address, headers)));
      return [...new Set(answers)];
    };

    it('is invited, chooses a password, and works in both companies', async () => {
      const added = await accounts(
        ...['add-company', '--name', 'First Works', '--country', 'IE', '--time-zone', 'Europe/Dublin'],
      );
      companyId = added.company_id;
      await accounts(
        ...['add-user', '--email', email, '--given-name', 'Una', '--family-name', 'User'],
        ...['--company', companyId, '--role', 'admin'],
      );
      // Somebody has to administer the company without the user.
      await accounts('grant', 'admin@demo.example', '--company', companyId, '--role', 'admin');
      held = await good[0].signIn(new Browser(), 'admin@demo.example');
      await eventually(async () => expect(await statuses(companyId)).toEqual([200]));
      await accounts('grant', email, '--company', demoQuarries.id, '--role', 'admin');
      const link = await eventually(async () => {
        const mailbox = await (await fetch(`${testbed().suite.url}/auth/demo/mailbox`)).text();
        const mail = mailbox.slice(mailbox.indexOf(email));
        const found = /https?:\/\/[^\s"<]+new-password[^\s"<]+/.exec(mail)?.[0];
        if (!mailbox.includes(email) || !found) throw new Error('There is no invitation yet');
        return found.replaceAll('&amp;', '&');
      });
      const browser = new Browser();
      const { action, fields } = formOf(await browser.open(new URL(link)));
      const saved = await browser.submit({ action, fields: { ...fields, password, repeated: password } });
      expect(saved.status).toBe(200);
      // The second company is told a moment after the first.
      await eventually(async () => {
        held = await signIn();
      });
      expect([await statuses(companyId), await statuses(demoQuarries.id)]).toEqual([[200], [200]]);
    }, 60_000);

    it('out of one of two companies: refused there by every service, and works on elsewhere', async () => {
      await accounts('remove', email, '--company', companyId);
      await eventually(async () => expect(await statuses(companyId)).toEqual([403]));
      expect(await statuses(demoQuarries.id)).toEqual([200]);
    }, 60_000);

    it('disabled: signed out everywhere, and for good', async () => {
      await accounts('disable-user', email);
      await good[0].receiver.told(held.sid);
      await untilRefused(testbed().suite, [held]);
      await expect(signIn()).rejects.toThrow('There is no code');
    }, 60_000);
  });
}
