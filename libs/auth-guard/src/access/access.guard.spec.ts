import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { acrValues } from '@safety/contracts';
import { baseSettings, createService, Returns } from '@safety/platform';
import { startIssuer, type TestIssuer } from '@safety/testing';
import { z } from 'zod';
import { AuthGuardModule } from '../auth-guard.module.js';
import { accessSettings } from '../settings.js';
import { AccountsApi, RequiresSignIn } from './access.js';

const answer = z.object({ done: z.boolean() });

@AccountsApi()
@Controller('operations')
class OperationsController {
  @Get('recent')
  @RequiresSignIn({ maxAge: 300 })
  @Returns(answer)
  recent() {
    return { done: true };
  }

  @Get('strong')
  @RequiresSignIn({ acrValues: [acrValues.multiFactor] })
  @Returns(answer)
  strong() {
    return { done: true };
  }

  @Get('any')
  @Returns(answer)
  any() {
    return { done: true };
  }
}

@Module({ imports: [AuthGuardModule], controllers: [OperationsController] })
class OperationsModule {}

describe('@RequiresSignIn (RFC 9470)', () => {
  let issuer: TestIssuer;
  let app: Awaited<ReturnType<typeof createService>>['app'];
  let url: string;
  beforeAll(async () => {
    issuer = await startIssuer();
    const env = {
      LOG_LEVEL: 'silent',
      IDENTITY_URL: issuer.url,
      ACCOUNTS_URL: 'http://127.0.0.1:9',
      PORT: '0',
    };
    const settings = z.object({ ...baseSettings, ...accessSettings });
    ({ app } = await createService(OperationsModule, { name: 'operations', settings }, env));
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });
  afterAll(async () => {
    await app.close();
    await issuer.close();
  });

  const ask = async (path: string, claims: Record<string, unknown>) => {
    const token = await issuer.token(randomUUID(), { claims });
    const response = await fetch(`${url}/operations/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { code } = (await response.json()) as { code?: string };
    return { status: response.status, code, challenge: response.headers.get('www-authenticate') };
  };
  const ago = (seconds: number) => ({ auth_time: Math.floor(Date.now() / 1000) - seconds });

  it.each([
    ['any', {}],
    ['recent', ago(60)],
    ['strong', { ...ago(9_999), acr: acrValues.multiFactor }],
  ])('GET %s 200 with %j', async (path, claims) => {
    expect((await ask(path, claims)).status).toBe(200);
  });

  it.each([
    ['recent', 'an old sign-in', ago(600), 'max_age="300"'],
    ['recent', 'a token that does not tell', {}, 'max_age="300"'],
    ['strong', 'a password', { ...ago(1), acr: acrValues.password }, `acr_values="${acrValues.multiFactor}"`],
  ])('GET %s 401 with %s, and the way out', async (path, _, claims, way) => {
    const { status, code, challenge } = await ask(path, claims);
    expect([status, code]).toEqual([401, 'insufficient-user-authentication']);
    expect(challenge).toContain('Bearer error="insufficient_user_authentication"');
    expect(challenge).toContain(way);
  });

  it('GET recent 403 without the scope: nobody is sent to sign in for what is refused in any case', async () => {
    expect(await ask('recent', { ...ago(600), scope: 'openid' })).toMatchObject({
      status: 403,
      code: 'insufficient-scope',
    });
  });
});
