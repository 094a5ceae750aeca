import { randomUUID } from 'node:crypto';
import {
  demoClients,
  demoPassword,
  demoQuarries,
  demoScopes,
  demoServiceClient,
  placeId,
} from '@safety/demo-data';
import { Api } from '../api.js';
import { Browser, formOf } from '../browser.js';
import { type Report, tell } from '../report.js';
import type { Door, RoleJourney } from './role-journey.js';

interface Row {
  id: string;
  [member: string]: unknown;
}
interface List {
  data: Row[];
  page: { totalCount: number | null };
}

const MAIL_WITHIN_MS = 30_000;
const ASK_AGAIN_AFTER_MS = 200;
const PASSWORD = 'a lamp beside the quarry gate';

/**
 * An administrator invites a colleague with a role at one site; the colleague accepts and sees the hazards of
 * that site alone. A service client reads for the company as itself.
 */
export const administrator: RoleJourney = {
  title: 'An administrator: a colleague with a role at one site, and a client that reads as itself',
  walk,
};

async function walk({ url, report }: Door): Promise<void> {
  const company = demoQuarries.id;
  const admin = await tokenOfUser(url, 'admin@demo.example', demoPassword, report);
  const accounts = new Api(`${url}/accounts`, admin, company, report);
  const site = placeId(demoQuarries, 'North Quarry');
  const [role] = (await accounts.get<List>('/roles?q=employee&builtIn=true')).body.data;
  if (!role) throw new Error('The company has no role employee');

  const email = `colleague-${randomUUID()}@demo.example`;
  const roles = [{ roleId: role.id, orgStructureRelationshipIds: [site] }];
  const invitation = { email, givenName: 'Cora', familyName: 'Colleague', roles };
  const { body: invited } = await accounts.post<Row>('/users', invitation);
  expectSame(invited['invitation'], 'invited');

  await choosePassword(url, email, report);
  const colleague = await tokenOfUser(url, email, PASSWORD, report);
  const mine = new Api(`${url}/api`, colleague, company, report);
  const all = new Api(`${url}/api`, admin, company, report);
  const [seen, there] = [await hazardsOf(mine), await hazardsOf(all, `&orgStructureId=${site}`)];
  expectSame(seen, there);
  if (seen === (await hazardsOf(all))) throw new Error('The site has all hazards of the company');
  await until(
    async () => (await accounts.get<Row>(`/users/${invited.id}`)).body['invitation'] === 'accepted',
  );

  const service = await tokenOfService(url, report);
  const own = new Api(`${url}/accounts`, service, undefined, report);
  expectSame((await own.get<List>('/companies/me')).body.data.map(({ id }) => id).join(), company);
  await own.get('/users/me', 403);
  const reader = new Api(`${url}/api`, service, company, report);
  expectSame(await hazardsOf(reader), await hazardsOf(all));
}

/** How many hazards the caller sees. */
async function hazardsOf(api: Api, filter = ''): Promise<number | null> {
  return (await api.get<List>(`/hazards?limit=1&includeTotal=true${filter}`)).body.page.totalCount;
}

async function token(url: string, form: Record<string, string>, report: Report): Promise<string> {
  const address = `${url}/auth/connect/token`;
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
  const answer = (await response.json()) as { access_token?: string };
  tell(report, `POST ${address} grant_type=${form['grant_type']}`, answer);
  if (!answer.access_token) throw new Error(`There is no token: ${JSON.stringify(answer)}`);
  return answer.access_token;
}

function tokenOfUser(url: string, username: string, password: string, report: Report): Promise<string> {
  const client = demoClients.find(({ grantTypes }) => grantTypes.includes('password'));
  const secret = { client_id: client?.clientId ?? '', client_secret: client?.secret ?? '' };
  const form = { grant_type: 'password', username, password, scope: demoScopes.join(' ') };
  return token(url, { ...secret, ...form }, report);
}

function tokenOfService(url: string, report: Report): Promise<string> {
  const { clientId: client_id, secret: client_secret } = demoServiceClient;
  return token(url, { grant_type: 'client_credentials', client_id, client_secret }, report);
}

/** Opens the link of the invitation in the mailbox of the demo, and chooses a password. */
async function choosePassword(url: string, email: string, report: Report): Promise<void> {
  let link: string | undefined;
  await until(async () => {
    const mailbox = await (await fetch(`${url}/auth/demo/mailbox`)).text();
    const mail = mailbox.split('<article').find((text) => text.includes(email));
    link = /<a href="([^"]+)"/.exec(mail ?? '')?.[1];
    return link !== undefined;
  });
  const browser = new Browser();
  const form = formOf(await browser.open(new URL(link ?? '')));
  Object.assign(form.fields, { password: PASSWORD, repeated: PASSWORD });
  const saved = await browser.submit(form);
  tell(report, `POST ${form.action.pathname} ${email}, ********`, `${saved.status} ${saved.url.pathname}`);
  if (saved.status !== 200) throw new Error('The password was not saved');
}

/** Messages travel by the bus: asks until it is so, for a bounded time. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + MAIL_WITHIN_MS;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Nothing came within ${MAIL_WITHIN_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_AFTER_MS));
  }
}

function expectSame(received: unknown, expected: unknown): void {
  if (received !== expected)
    throw new Error(`Got ${String(received)} where ${String(expected)} was expected`);
}
