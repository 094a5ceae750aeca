import { demoClients, demoScopes, demoUsers } from '@safety/demo-data';
import * as client from 'openid-client';
import { Api } from './api.js';
import { Browser } from './browser.js';
import { type Report, tell } from './report.js';
import { signIn } from './sign-in.js';

export interface JourneyOptions {
  /** Public address of the suite, for example `http://localhost:8080`. */
  url: string;
  report: Report;
}

interface Named {
  id: string;
  name: string;
}
interface Row {
  id: string;
  [member: string]: unknown;
}
interface List<Item> {
  data: Item[];
}

const REFUSED_WITHIN_MS = 5_000;
const ASK_AGAIN_AFTER_MS = 50;

/**
 * The work of an integrator with the suite, from discovery to sign-out, with the demo data. Throws when an
 * answer is not what the specification promises.
 */
export async function runJourney({ url, report }: JourneyOptions): Promise<void> {
  const [demoClient] = demoClients;
  const [user] = demoUsers;
  if (!demoClient?.secret || !user) throw new Error('The demo data has no confidential client or no user');
  const [redirectUri = ''] = demoClient.redirectUris;

  report('1. Discover the identity provider');
  const config = await client.discovery(
    new URL(`${url}/auth`),
    demoClient.clientId,
    undefined,
    client.ClientSecretPost(demoClient.secret),
    { execute: [client.allowInsecureRequests] },
  );
  tell(report, `GET ${url}/auth/.well-known/openid-configuration`, config.serverMetadata());

  report(`2. Sign in as ${user.email}: code flow, PKCE, form post`);
  const browser = new Browser();
  const scope = demoScopes.join(' ');
  const { tokens } = await signIn(config, browser, { redirectUri, scope, email: user.email }, report);

  report('3. Validate the ID token');
  const claims = await validateIdToken(url, demoClient.clientId, tokens.id_token ?? '', report);
  if (claims['sub'] !== user.id || claims['sid'] === undefined)
    throw new Error('The ID token speaks of somebody else');

  report('4. The companies of the user');
  const accounts = new Api(`${url}/accounts`, tokens.access_token, undefined, report);
  const [company] = (await accounts.get<List<Named>>('/companies/me')).body.data;
  if (!company) throw new Error('The demo user belongs to no company');

  report(`5. Work in ${company.name}`);
  const api = new Api(`${url}/api`, tokens.access_token, company.id, report);
  await useBusinessApi(api);

  report('6. Renew the access token');
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  tell(report, 'POST /auth/connect/token grant_type=refresh_token', renewed);
  const renewedApi = new Api(`${url}/api`, renewed.access_token, company.id, report);
  await renewedApi.get('/courses?limit=1');

  report('7. Sign out');
  const endSession = client.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '' });
  const signedOut = await browser.open(endSession);
  tell(report, `GET ${endSession.href}`, `${signedOut.status} the signed-out page`);
  if (signedOut.status !== 200) throw new Error('Signing out failed');

  report('8. The same access tokens are refused');
  await expectRefusal(url, renewed.access_token, company.id);
  await expectRefusal(url, tokens.access_token, company.id);
  await api.get('/courses?limit=1', 401);
  report('Done: every step answered as it should.');
}

async function validateIdToken(
  url: string,
  clientId: string,
  idToken: string,
  report: Report,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/auth/connect/identitytokenvalidation`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, token: idToken }),
  });
  const claims = (await response.json()) as Record<string, unknown>;
  tell(report, 'POST /auth/connect/identitytokenvalidation', claims);
  if (!response.ok) throw new Error(`The ID token was refused: ${JSON.stringify(claims)}`);
  return claims;
}

/** Writes and reads back in every part of the business API. */
async function useBusinessApi(api: Api): Promise<void> {
  const places = (await api.get<List<Row>>('/orgstructures?limit=3&type=site')).body.data;
  const [place] = places;
  if (!place) throw new Error('There is no site');
  await api.get('/orgstructures/hierarchy?depth=2');

  const code = `DEMO-${Date.now()}`;
  const course = (
    await api.post<Row>('/courses', {
      code,
      name: 'Demo course',
      category: 'other',
      deliveryMethod: 'online',
    })
  ).body;
  await api.put(`/courses/${course.id}`, { ...course, name: 'Demo course, renamed' });
  expectSame((await api.get<Row>(`/courses/${course.id}`)).body['name'], 'Demo course, renamed');
  const changes = (await api.get<List<Row>>(`/courses/${course.id}/audit`)).body.data;
  expectSame(changes.map(({ operation }) => operation).join(), 'changed,added');

  const person = (
    await api.post<Row>('/personnel', {
      firstName: 'Demo',
      lastName: code,
      hireDate: '2026-01-05',
      initialHistory: {
        orgStructureId: place.id,
        jobTitle: 'Fitter',
        employmentType: 'fullTime',
        employmentStatus: 'active',
      },
    })
  ).body;
  expectSame((await api.get<Row>(`/personnel/${person.id}`)).body['orgStructureId'], place.id);

  const hazard = (
    await api.post<Row>('/hazards', {
      title: 'Unguarded tail drum',
      description: 'Reported by the demo.',
      hazardType: 'mechanical',
      orgStructureId: place.id,
      identifiedAt: new Date().toISOString(),
      riskAssessment: { initial: { likelihood: 4, severity: 4 } },
    })
  ).body;
  const found = (await api.get<List<Row>>(`/hazards?ids=${hazard.id}`)).body.data;
  expectSame(found[0]?.id, hazard.id);
}

function expectSame(received: unknown, expected: unknown): void {
  if (received !== expected)
    throw new Error(`Read back ${String(received)} where ${String(expected)} was written`);
}

/** Signing out reaches the gateway over the bus: asks until the token is refused, for a bounded time. */
async function expectRefusal(url: string, accessToken: string, companyId: string): Promise<void> {
  const deadline = Date.now() + REFUSED_WITHIN_MS;
  for (;;) {
    const { status, body } = await fetch(`${url}/api/courses?limit=1`, {
      headers: { authorization: `Bearer ${accessToken}`, 'x-company-context': companyId },
    });
    await body?.cancel();
    if (status === 401) return;
    if (Date.now() > deadline)
      throw new Error(`The access token still works ${REFUSED_WITHIN_MS} ms after signing out`);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_AFTER_MS));
  }
}
