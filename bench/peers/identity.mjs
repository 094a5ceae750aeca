// Passwords, sign-ins, renewals and client credentials, at identity and at Keycloak, in rounds that take
// turns.
import { demoClients, demoPassword, demoUsers } from '@safety/demo-data';
import { closeConnections, post } from '../common/browser.mjs';
import { allowClientCredentials, codeOf, exchange, signedIn, token, tokensOf } from '../common/identity.mjs';
import { atOnce } from '../common/workers.mjs';
import { comparison } from './comparison.mjs';
import { startKeycloak } from './keycloak.mjs';

const AT_ONCE = 8;
/** By then what is compiled under load is compiled: the JVM takes longer. */
const WARM_UP_SECONDS = { ours: 10, peer: 40 };

export async function measureIdentity(suite, usage, { rounds, seconds }) {
  const keycloak = await startKeycloak(suite);
  try {
    await allowClientCredentials(suite);
    const ours = {
      name: 'identity',
      pid: suite.pid('identity'),
      kinds: kindsOf(suite.urls.identity),
      warmUp: WARM_UP_SECONDS.ours,
    };
    const targets = await Promise.all([ours, { ...keycloak, warmUp: WARM_UP_SECONDS.peer }].map(works));
    for (const { kinds, warmUp } of targets)
      for (const work of Object.values(kinds)) await atOnce(AT_ONCE, warmUp, work);
    const table = comparison(ours.name, keycloak.name);
    for (let round = 0; round < rounds; round++)
      for (const kind of Object.keys(targets[0].kinds))
        for (const { name, pid, kinds } of targets)
          table.add(kind, name, await usage(pid, () => atOnce(AT_ONCE, seconds, kinds[kind])));
    return table;
  } finally {
    await closeConnections();
    await keycloak.stop();
  }
}

/** One token family for each worker: a renewal token works once. */
async function works({ kinds: { password, signIn, family, renew, client }, ...target }) {
  // A Keycloak that has just begun loses the sessions of some of the first sign-ins when they come at once.
  await signIn();
  const families = await Promise.all(Array.from({ length: AT_ONCE }, family));
  const renewals = async (worker) => {
    families[worker] = await renew(families[worker]);
  };
  const kinds = {
    'password grants': password,
    'browser sign-ins': signIn,
    renewals,
    'client credentials': client,
  };
  return { ...target, kinds };
}

function kindsOf(url) {
  const program = demoClients.find(({ grantTypes }) => grantTypes.includes('password'));
  const password = {
    grant_type: 'password',
    client_id: program.clientId,
    client_secret: program.secret,
    username: demoUsers[0].email,
    password: demoPassword,
    scope: 'openid',
  };
  return {
    password: () => post(url, '/auth/connect/token', password),
    signIn: async () => exchange(url, await codeOf(await signedIn(url))),
    family: async () => tokensOf(await signedIn(url)),
    renew: ({ refresh_token }) => token(url, { grant_type: 'refresh_token', refresh_token }),
    client: () => token(url, { grant_type: 'client_credentials' }),
  };
}
