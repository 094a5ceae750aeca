// One more replica of personnel-org, in this process: the bench sees its statements, and says who may what.
import { createServer } from 'node:http';
import { demoClients, demoPassword, demoScopes } from '@safety/demo-data';
import { settingsSchema } from '../../apps/personnel-org/dist/config.js';
import { PersonnelOrgModule } from '../../apps/personnel-org/dist/personnel-org.module.js';
import { consumeMessages } from '../../libs/bus/dist/outbox/index.js';
import { builtInRoles } from '../../libs/contracts/dist/index.js';
import { createService } from '../../libs/platform/dist/index.js';

export async function startService(suite) {
  const memberships = new Map();
  const accounts = createServer((request, response) => {
    const [, payload = ''] = (request.headers.authorization ?? '').split('.');
    const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ userId: sub, companies: memberships.get(sub) ?? [] }));
  });
  await new Promise((listening) => accounts.listen(0, '127.0.0.1', listening));
  const { app } = await createService(
    PersonnelOrgModule,
    { name: 'personnel-org', settings: settingsSchema, setup: consumeMessages },
    {
      ...suite.environment['personnel-org'],
      PORT: '0',
      LOG_LEVEL: 'error',
      ACCOUNTS_URL: `http://127.0.0.1:${accounts.address().port}`,
    },
  );
  await app.startAllMicroservices();
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');

  return {
    close: async () => {
      await app.close();
      accounts.close();
    },
    /** Signs a demo user in, who may do everything in a company, everywhere or at some org structures. */
    async caller(email, companyId, orgStructureIds = []) {
      const token = await tokenOf(suite, email);
      const { sub } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
      memberships.set(sub, [membershipOf(companyId, orgStructureIds)]);
      const headers = { authorization: `Bearer ${token}`, 'x-company-context': companyId };
      const send = async (method, path, type, body) => {
        const sent = body && { body: JSON.stringify(body), headers: { ...headers, 'content-type': type } };
        const response = await fetch(`${url}${path}`, { method, headers, ...sent });
        return { status: response.status, body: await response.json() };
      };
      return {
        get: (path) => send('GET', path),
        post: (path, body) => send('POST', path, 'application/json', body),
        patch: (path, body) => send('PATCH', path, 'application/merge-patch+json', body),
      };
    },
  };
}

const membershipOf = (companyId, orgStructureIds) => ({
  companyId,
  timeZone: 'Europe/Dublin',
  requireIfMatch: false,
  assignments: [
    {
      id: companyId,
      roleId: companyId,
      roleName: 'admin',
      isEventManager: true,
      permissions: [...builtInRoles.admin],
      orgStructureIds,
    },
  ],
});

async function tokenOf(suite, username) {
  const { clientId, secret } = demoClients.find(({ grantTypes }) => grantTypes.includes('password'));
  const response = await fetch(`${suite.url}/auth/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: clientId,
      client_secret: secret,
      username,
      password: demoPassword,
      scope: demoScopes.join(' '),
    }),
  });
  return (await response.json()).access_token;
}
