import { expect, it } from '@jest/globals';
import { ports } from '../testing/ports.js';
import { newSecrets } from './secrets.js';
import { suiteEnvironment } from './suite-environment.js';
import { welcome } from './welcome.js';

it.each([
  ['demo-spa', {}],
  ['mine', { DOCS_CLIENT_ID: 'mine' }],
])('names the client that people sign in with at /docs: %s', (client, inherited) => {
  const url = 'http://localhost:8080';
  const [databaseUrl, redisUrl] = ['postgres://127.0.0.1/postgres', 'redis://127.0.0.1'];
  const environment = suiteEnvironment({
    ports,
    databaseUrl,
    redisUrl,
    secrets: newSecrets(),
    demo: true,
    inherited,
  });
  expect(welcome({ url, environment }, true)).toContain(`${url}/docs, client ${client}\n`);
});
