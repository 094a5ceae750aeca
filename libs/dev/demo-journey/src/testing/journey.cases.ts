import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { demoPassword } from '@safety/demo-data';
import type { Suite } from '@safety/local-stack';
import { eventually } from '@safety/testing';
import { accessibilityFindings, type Browser, launchBrowser } from '@safety/testing/browser';
import { Redis } from 'ioredis';
import { runJourney } from '../journey.js';
import { walkRoleJourneys } from '../journeys/index.js';
import { generateClient } from './generate-client.js';
import { ADMIN, Integrator } from './integrator.js';
import { itAgreesOnPermissions } from './permissions.cases.js';
import { itShowsServiceClientsAsThemselves } from './service-client.cases.js';

const REDIRECT_URI = 'http://localhost:9090/callback';

/** Posts a body in chunks, whose length nobody knows before its end, and reads the status of the answer. */
async function postInChunks(agent: Agent, url: string, bytes: number): Promise<number | undefined> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const request = httpRequest(url, { agent, method: 'POST', headers });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  for (let sent = 0; sent < bytes; sent += 10_000) {
    await new Promise((written) => request.write('a'.repeat(Math.min(10_000, bytes - sent)), written));
  }
  request.end();
  const [answer] = await answered;
  await text(answer);
  return answer.statusCode;
}

/** The work of people and programs with the whole suite, as the demo shows it. */
export function describeJourney(suite: () => Suite): void {
  describe('the suite', () => {
    let browser: Browser | undefined;
    // Also after a failure: a browser that goes on would keep the test run from ending.
    afterEach(() => browser?.close());

    it.each([
      ['what a form may have', 60_000],
      ['any body may have', 2_000_000],
    ])('413 for a body in chunks with more than %s; the next request is answered', async (_, bytes) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (const path of ['/auth/connect/token', '/auth/connect/authorize', '/auth/connect/token']) {
        expect({ path, status: await postInChunks(agent, suite().url + path, bytes) }).toEqual({
          path,
          status: 413,
        });
        expect(await postInChunks(agent, `${suite().url}/auth/connect/token`, 10)).toBe(400);
      }
      agent.destroy();
    });

    it('shows the mail of a forgotten password in the mailbox of the demo', async () => {
      const address = `${suite().url}/auth/forgotten-password`;
      const body = new URLSearchParams({ email: 'employee@demo.example' });
      const headers = { origin: suite().url };
      const asked = await fetch(address, { method: 'POST', body, headers, redirect: 'manual' });
      expect(asked.status).toBe(303);
      await eventually(async () => {
        const mailbox = await fetch(`${suite().url}/auth/demo/mailbox`);
        expect(await mailbox.text()).toContain('employee@demo.example');
      });
    });

    it('does the main job of an integrator end to end', async () => {
      const lines: string[] = [];
      await runJourney({ url: suite().url, report: (line) => void lines.push(line) });
      expect(lines.at(-1)).toBe('Done: every step answered as it should.');
      expect(lines.join('\n')).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
    });

    it('walks the journey of each role', async () => {
      const lines: string[] = [];
      await walkRoleJourneys({ url: suite().url, report: (line) => void lines.push(line) });
      expect(lines.at(-1)).toMatch(/^Done: /);
      expect(lines).toContain('  = required of 2: 0 valid, 0 expiring soon, 2 expired, 0 overdue');
      expect(lines.join('\n')).toMatch(/= ACT-\d{4}-\d{6} is verified, HAZ-\d{4}-\d{6} is closed/);
      expect(lines.join('\n')).toMatch(/= ACT-\d{4}-\d{6} is verified, EVT-\d{4}-\d{6} is closed/);
    });

    it.each([
      ['the APIs, by the list of the gateway', 'GET', '/accounts/companies/me', {}, 401],
      ['the provider, for its client', 'POST', '/auth/connect/token', { client_id: 'demo-spa' }, 400],
    ])('lets a page of the demo call %s, named once', async (_, method, path, form, status) => {
      const origin = 'http://localhost:9092';
      const asked = { origin, 'access-control-request-method': method };
      const preflight = await fetch(suite().url + path, { method: 'OPTIONS', headers: asked });
      const body = method === 'POST' ? new URLSearchParams(form) : null;
      const called = await fetch(suite().url + path, { method, body, headers: { origin } });
      expect([preflight.ok, called.status]).toEqual([true, status]);
      for (const { headers } of [preflight, called])
        expect(headers.get('access-control-allow-origin')).toBe(origin);
    });

    it('lets a client that is generated from its document compile under strict rules, and work', async () => {
      const { callTheApi } = await generateClient(new URL(`${suite().url}/openapi.json`));
      const { access_token } = await (await Integrator.at(suite().url)).tokensOf(ADMIN);
      expect(await callTheApi(suite().url, access_token)).toEqual({
        company: 'Demo Quarries',
        created: { status: 'approved', etag: '"1"' },
        isListed: true,
        reduced: [['dueDate', 'id', 'title', 'version']],
        unchanged: 304,
        patched: { name: 'Ladders and steps', durationMinutes: null },
        stale: { status: 412, currentVersion: 2 },
        refusal: { status: 422, code: 'validation-failed', pointers: ['/title'] },
      });
    });

    it('signs a person in with a browser: accessible pages, a wrong password, then a form post to the client', async () => {
      browser = await launchBrowser();
      const page = await browser.newPage({ locale: 'nl-NL' });
      const authorize = new URL(`${suite().url}/auth/connect/authorize`);
      authorize.search = new URLSearchParams({
        client_id: 'demo-web',
        response_type: 'code',
        response_mode: 'form_post',
        redirect_uri: REDIRECT_URI,
        scope: 'openid profile',
        state: 'state-of-the-client',
      }).toString();
      await page.goto(authorize.href);
      expect(await page.locator('html').getAttribute('lang')).toBe('nl');
      expect(await accessibilityFindings(page)).toEqual([]);

      await page.locator('input[type=email]').fill('admin@demo.example');
      await page.locator('input[type=password]').fill('wrong');
      await page.locator('button[type=submit], button:not([type])').click();
      expect(await page.locator('[role=alert]').count()).toBe(1);
      expect(await accessibilityFindings(page)).toEqual([]);

      const posted = page.waitForRequest((request) => request.url() === REDIRECT_URI);
      await page.route(REDIRECT_URI, (route) => route.fulfill({ body: 'signed in' }));
      await page.locator('input[type=email]').fill('admin@demo.example');
      await page.locator('input[type=password]').fill(demoPassword);
      await page.locator('button[type=submit], button:not([type])').click();
      const fields = new URLSearchParams((await posted).postData() ?? '');
      expect((await posted).method()).toBe('POST');
      expect([...fields.keys()]).toEqual(expect.arrayContaining(['code', 'state', 'session_state']));
      expect(fields.get('state')).toBe('state-of-the-client');
    });

    it('lets a person sign in at /docs with the demo client and try a call, with nothing from the internet', async () => {
      browser = await launchBrowser();
      const context = await browser.newContext();
      const page = await context.newPage();
      const elsewhere: string[] = [];
      const faults: string[] = [];
      context.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (origin !== suite().url && protocol !== 'data:' && protocol !== 'blob:')
          elsewhere.push(request.url());
      });
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });
      await page.goto(`${suite().url}/docs`);
      await page.getByRole('button', { name: 'Authorize', exact: true }).click();
      const signIn = page.locator('.auth-container', { hasText: 'authorizationCode' });
      const opened = context.waitForEvent('page');
      await signIn.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click();
      const popup = await opened;
      await popup.locator('input[type=email]').fill('admin@demo.example');
      await popup.locator('input[type=password]').fill(demoPassword);
      await popup.locator('button[type=submit], button:not([type])').first().click();
      await signIn.getByRole('button', { name: 'Remove authorization' }).waitFor();
      await signIn.getByRole('button', { name: 'Close' }).click();

      await page.locator('#operations-tag-Companies').click();
      const operation = page.locator('.opblock', { hasText: '/accounts/companies/me' }).first();
      await operation.click();
      await operation.getByRole('button', { name: 'Execute' }).click();
      await operation.locator('.live-responses-table', { hasText: 'Demo Quarries' }).waitFor();
      expect({ elsewhere, faults }).toEqual({ elsewhere: [], faults: [] });
    });

    itAgreesOnPermissions(() => suite().url);
    itShowsServiceClientsAsThemselves(() => suite().url);

    it('needed nothing in Redis that the users of its services may not do', async () => {
      const prefix = new URL(suite().environment.gateway['REDIS_URL'] ?? '').username.replace(/gateway$/, '');
      const redis = new Redis(suite().redisUrl);
      const refused = (await redis.call('ACL', 'LOG', 1000)) as unknown[][];
      redis.disconnect();
      expect(prefix).toMatch(/^test_/);
      expect(
        refused.map((fields) => fields.map(String).join(' ')).filter((entry) => entry.includes(prefix)),
      ).toEqual([]);
    });
  });
}
