import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.js';

const ORIGIN = 'https://app.example';
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';

describe('a refusal below /auth', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => gateway.answerWith((_, response) => response.destroy()));
  afterAll(() => gateway.close());

  const post = (path: string, headers: Record<string, string> = {}, body = 'grant_type=password') =>
    gateway.fetch(path, { method: 'POST', body, headers });

  it('503 temporarily_unavailable: what the token endpoint says, to programs (RFC 6749 5.2)', async () => {
    const answer = await post('/auth/connect/token');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      503,
      expect.stringMatching(/^application\/json/),
    ]);
    expect(await answer.json()).toMatchObject({
      error: 'temporarily_unavailable',
      error_description: expect.stringMatching(/./),
      code: 'unavailable',
    });
  });

  it('413 invalid_request: what is wrong with the request itself', async () => {
    const answer = await post('/auth/connect/token', {}, 'x'.repeat(60 * 1024));
    expect([answer.status, await answer.json()]).toMatchObject([413, { error: 'invalid_request' }]);
  });

  it('429 temporarily_unavailable, with Retry-After', async () => {
    const narrow = await startGateway({ RATE_LIMIT_ADDRESS: '6' });
    narrow.answerWith((_, response) => response.end('{}'));
    const ask = () => narrow.fetch('/auth/connect/token', { headers: { origin: ORIGIN } });
    const answers = [await ask(), await ask()];
    const answer = answers.at(-1) as Response;
    expect([answer.status, await answer.json()]).toMatchObject([429, { error: 'temporarily_unavailable' }]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await narrow.close();
  });

  it.each([
    '/auth/connect/token',
    '/auth/Connect/t%6Fken/',
    '/auth/connect/par',
    '/auth/connect/userinfo',
    '/auth/connect/revocation',
    '/auth/connect/introspect',
    '/auth/connect/identitytokenvalidation',
    '/auth/.well-known/openid-configuration',
    '/auth/.well-known/openid-configuration/jwks',
    '/.well-known/oauth-authorization-server/auth',
  ])('%s is JSON whatever Accept says, and a page of any origin may read it', async (path) => {
    const { status, headers } = await post(path, { origin: ORIGIN, accept: HTML });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('access-control-expose-headers')).toContain('retry-after');
    expect(headers.get('vary')).toContain('origin');
  });

  it.each(['/auth/sign-in/x', '/auth/connect/authorize', '/auth/connect/endsession'])(
    '%s is a page for people, which no other origin may read',
    async (path) => {
      const { headers } = await post(path, { origin: ORIGIN, accept: HTML });
      expect(headers.get('content-type')).toMatch(/^text\/html/);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it.each([
    ['en', 'Try again'],
    ['es', 'Intentarlo de nuevo'],
    ['ru', 'Повторить'],
    ['kk', 'Қайталау'],
    ['nl', 'Opnieuw proberen'],
  ])('people get a page, in %s, with a way back', async (language, words) => {
    const headers = { accept: HTML, 'accept-language': language };
    const answer = await gateway.fetch('/auth/sign-in/x?a="><b>', { headers });
    const page = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('content-language')).toBe(language);
    expect(page).toContain(`<html lang="${language}">`);
    // The title is in that language, too.
    expect(page).toContain('<h1>');
    expect(page).toMatch(new RegExp(`<a href="/auth/sign-in/x\\?a=[^"<>]*">${words}</a>`));
  });

  it.each([
    ['en', 'Go back and send it again.'],
    ['es', 'Vuelva atrás y envíelo de nuevo.'],
    ['ru', 'Вернитесь назад и отправьте ещё раз.'],
    ['kk', 'Артқа қайтып, қайта жіберіңіз.'],
    ['nl', 'Ga terug en verstuur het opnieuw.'],
  ])('after a form, in %s, no link: its address may have no page', async (language, words) => {
    const answer = await post('/auth/console/sign-out', { accept: HTML, 'accept-language': language });
    const page = await answer.text();
    expect([answer.status, page]).toEqual([503, expect.stringContaining(`<p>${words}</p>`)]);
    expect(page).not.toContain('<a ');
  });

  it('stays a problem elsewhere', async () => {
    const answer = await gateway.fetch('/nowhere', { headers: { accept: HTML, origin: ORIGIN } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      expect.stringContaining('application/problem+json'),
    ]);
    expect(await answer.json()).not.toHaveProperty('error');
  });
});
