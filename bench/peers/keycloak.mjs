// Keycloak with a realm of one client and one user, and the ways in which they ask it for tokens.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reservePort } from '@safety/local-stack';
import { Browser, post } from '../common/browser.mjs';
import { fromMaven, need } from './cache.mjs';
import { databaseFor, runOnce, startProgram } from './program.mjs';

const version = '26.7.3';
const realm = 'bench';
const client = { client_id: 'bench', client_secret: 'bench-secret' };
const redirect_uri = 'http://localhost:9090/callback';
const user = { username: 'admin@demo.example', password: 'correct horse battery staple' };

/** As identity does: the same hash, the same signatures, renewal tokens that work once. */
const realmFile = {
  realm,
  enabled: true,
  sslRequired: 'none',
  passwordPolicy: 'hashAlgorithm(argon2) and hashIterations(2)',
  revokeRefreshToken: true,
  refreshTokenMaxReuse: 0,
  defaultSignatureAlgorithm: 'RS256',
  components: {
    'org.keycloak.keys.KeyProvider': [
      'rsa-generated',
      'ecdsa-generated',
      'hmac-generated',
      'aes-generated',
    ].map((providerId) => ({ name: providerId, providerId, config: { priority: ['100'] } })),
  },
  clients: [
    {
      clientId: client.client_id,
      secret: client.client_secret,
      redirectUris: [redirect_uri],
      standardFlowEnabled: true,
      directAccessGrantsEnabled: true,
      serviceAccountsEnabled: true,
      attributes: {
        'access.token.signed.response.alg': 'ES256',
        'id.token.signed.response.alg': 'RS256',
      },
    },
  ],
  users: [
    {
      username: user.username,
      email: user.username,
      emailVerified: true,
      firstName: 'Ada',
      lastName: 'Admin',
      enabled: true,
      credentials: [{ type: 'password', value: user.password }],
    },
  ],
};

/** Throws `MissingPeer` where it cannot be had. */
export async function startKeycloak(suite) {
  need(['java']);
  const home = fromMaven({
    group: 'org.keycloak',
    artifact: 'keycloak-quarkus-dist',
    version,
    folder: `keycloak-${version}`,
  });
  const database = await databaseFor(suite, 'keycloak');
  const { port, release } = await reservePort();
  const imports = join(home, 'data/import');
  rmSync(imports, { recursive: true, force: true });
  mkdirSync(imports, { recursive: true });
  writeFileSync(join(imports, `${realm}-realm.json`), JSON.stringify(realmFile));
  const program = join(home, 'bin/kc.sh');
  runOnce(program, ['build', '--db=postgres'], { cwd: home });
  const url = `http://127.0.0.1:${port}`;
  const settings = [
    'start',
    '--optimized',
    '--import-realm',
    '--http-enabled=true',
    `--http-port=${port}`,
    '--http-host=127.0.0.1',
    `--hostname=${url}`,
    '--cache=local',
    '--log-level=warn',
    `--db-url=jdbc:postgresql://${database.host}${database.pathname}`,
    `--db-username=${database.username}`,
    `--db-password=${database.password}`,
    // The cost of the hash is that of identity: 19 MiB, two passes.
    '--spi-password-hashing--argon2--memory=19456',
    '--spi-password-hashing--argon2--iterations=2',
    '--spi-password-hashing--argon2--parallelism=1',
  ];
  const ready = `${url}/realms/${realm}/.well-known/openid-configuration`;
  const { pid, stop } = await startProgram(program, settings, { cwd: home }, ready);
  const stopAll = async () => {
    await stop();
    await release();
  };
  return { name: `Keycloak ${version}`, pid, stop: stopAll, kinds: kindsAt(url) };
}

function kindsAt(url) {
  const path = `/realms/${realm}/protocol/openid-connect`;
  const token = (form) => post(url, `${path}/token`, { ...client, ...form });
  const signIn = async () => {
    const browser = new Browser(url);
    const asked = {
      client_id: client.client_id,
      redirect_uri,
      response_type: 'code',
      scope: 'openid profile email',
    };
    const { body } = await browser.send(`${path}/auth?${new URLSearchParams(asked)}`);
    const action = /action="([^"]+)"/.exec(body)?.[1].replaceAll('&amp;', '&');
    let answer = await browser.send(action, user);
    while (answer.location?.startsWith(url)) answer = await browser.send(answer.location);
    const code = answer.location && new URL(answer.location).searchParams.get('code');
    if (!code) throw new Error(`There is no code in ${answer.status} ${answer.location}`);
    return token({ grant_type: 'authorization_code', code, redirect_uri });
  };
  return {
    password: () => token({ grant_type: 'password', scope: 'openid', ...user }),
    signIn,
    family: signIn,
    renew: ({ refresh_token }) => token({ grant_type: 'refresh_token', refresh_token }),
    client: () => token({ grant_type: 'client_credentials' }),
  };
}
