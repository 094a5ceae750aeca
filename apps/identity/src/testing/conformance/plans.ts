import { expect } from '@jest/globals';
import { issuer } from '../identity-under-test.js';
import { basicModules } from './basic.js';
import { backChannelModules, rpInitiatedModules } from './logout.js';
import { applies, type Module, type Plan } from './module.js';
import { metadata } from './steps.js';

const configurationModules: readonly Module[] = [
  applies('oidcc-discovery-endpoint-verification', async (bench) => {
    const known = await metadata(bench);
    expect(known).toMatchObject({
      issuer,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256', 'ES256']),
    });
    for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'])
      expect(known[endpoint]).toMatch(new RegExp(`^${issuer}/`));
    const keys = await bench.provider.fetch(String(known['jwks_uri']));
    expect(((await keys.json()) as { keys: { kid: string }[] }).keys.every(({ kid }) => kid)).toBe(true);
  }),
];

/**
 * The certification plans of the OpenID Foundation for a provider of the code flow with registered clients.
 */
export const plans: readonly Plan[] = [
  { name: 'oidcc-basic-certification-test-plan', parameters: {}, modules: basicModules },
  {
    name: 'oidcc-formpost-basic-certification-test-plan',
    parameters: { response_mode: 'form_post' },
    modules: basicModules,
  },
  { name: 'oidcc-config-certification-test-plan', parameters: {}, modules: configurationModules },
  { name: 'oidcc-rp-initiated-logout-certification-test-plan', parameters: {}, modules: rpInitiatedModules },
  {
    name: 'oidcc-backchannel-rp-initiated-logout-certification-test-plan',
    parameters: {},
    modules: backChannelModules,
  },
];

/** Those in which the client gets tokens; they are run for a client with ID tokens of ES256, too. */
export const plansWithTokens = plans.filter(
  ({ modules, parameters }) => modules !== configurationModules && !('response_mode' in parameters),
);
