import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { demoQuarries } from '@safety/demo-data';
import { operate } from '@safety/local-stack';
import { ask, tokensOf } from '../client.js';
import { inDatabase } from '../compare-writes.js';
import type { Testbed } from '../testbed.js';
import type { Scenario } from './scenario.js';
import { must, until } from './until.js';

const USER = 'both@demo.example';
const KEYS = 'GET /auth/.well-known/openid-configuration/jwks';
/** A process asks for keys that it does not know at most every 30 s. */
const ASKED_WITHIN_MS = 40_000;
const ASK_EVERY_MS = 500;
/** Processes of identity look for new keys once a minute. */
const SIGNS_WITHIN_MS = 75_000;
const GOES_ON_MS = 3_000;

const answer = (status: string, body: string): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Well made, and signed by nobody, with a key that nobody knows: whoever gets it asks for the keys again. */
function tokenOfUnknownKey(): string {
  const header = { alg: 'ES256', typ: 'at+jwt', kid: randomUUID() };
  return [encoded(header), encoded({ sub: randomUUID() }), randomBytes(64).toString('base64url')].join('.');
}

/** Processes are made to ask identity for its keys, and get by turns what is no set of keys. */
const keysUnreadable: Scenario = {
  name: 'the JWKS is an error, empty or garbage',
  concerns: [],
  happen: async ({ suite, identity }) => {
    const { access_token: token } = await tokensOf(suite.url, USER);
    const askers = [
      ...suite.replicaUrls.gateway.map((url) => `${url}/api/courses`),
      ...suite.replicaUrls.training.map((url) => `${url}/courses`),
    ];
    const answers = [
      answer('500 Internal Server Error', '{}'),
      answer('200 OK', '{"keys":[]}'),
      answer('200 OK', '<html>'),
    ];
    let asked = 0;
    identity.standIn = (request) =>
      request.startsWith(KEYS) ? answers[asked++ % answers.length] : undefined;
    try {
      const everybodyAsks = async (): Promise<boolean> => {
        for (const url of askers) {
          const headers = { authorization: `Bearer ${tokenOfUnknownKey()}` };
          const { status } = await ask(url, { headers });
          must(`a token of an unknown key is refused and not answered ${status}`, status === 401);
        }
        await delay(ASK_EVERY_MS);
        return asked >= Math.max(askers.length, answers.length);
      };
      await until('every process asks for the keys', everybodyAsks, ASKED_WITHIN_MS);
      const headers = { authorization: `Bearer ${token}` };
      const { status } = await ask(`${suite.url}/accounts/companies/me`, { headers });
      must(`a token of a known key is answered 200 and not ${status}`, status === 200);
    } finally {
      identity.standIn = undefined;
    }
  },
};

const keyIdOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

const newToken = async ({ suite }: Testbed): Promise<string> =>
  (await tokensOf(suite.url, USER)).access_token;

/** Shows a token to every process that looks at tokens. */
async function isTakenEverywhere({ suite }: Testbed, token: string): Promise<boolean> {
  const addresses = [
    ...suite.replicaUrls.gateway.map((url) => `${url}/api/courses`),
    ...suite.replicaUrls.accounts.map((url) => `${url}/companies/me`),
    ...suite.replicaUrls.training.map((url) => `${url}/courses`),
    ...suite.replicaUrls['personnel-org'].map((url) => `${url}/personnel`),
    ...suite.replicaUrls['hazards-events'].map((url) => `${url}/hazards`),
  ];
  const headers = { authorization: `Bearer ${token}`, 'x-company-context': demoQuarries.id };
  const outcomes = await Promise.all(addresses.map((address) => ask(address, { headers })));
  return outcomes.every(({ status }) => status === 200);
}

/** As an operator does it, but the 20 minutes before the new keys sign are over at once. */
const keysRotated: Scenario = {
  name: 'the keys are rotated',
  concerns: [],
  happen: async (testbed) => {
    const { suite } = testbed;
    const before = await newToken(testbed);
    await operate(suite, 'identity', 'rotate-keys');
    await inDatabase(suite, 'identity', (client) =>
      client.query("UPDATE keys SET signs_from = now() + interval '2 seconds' WHERE signs_from > now()"),
    );
    let after = before;
    const newKeysSign = async () => {
      after = await newToken(testbed);
      return keyIdOf(after) !== keyIdOf(before);
    };
    await until('the new keys sign', newKeysSign, SIGNS_WITHIN_MS);
    await delay(GOES_ON_MS);
    for (const token of [before, after])
      must('tokens of both keys are taken everywhere', await isTakenEverywhere(testbed, token));
  },
};

export const keyScenarios: Scenario[] = [keysRotated, keysUnreadable];
