import { demoClients, demoQuarries, demoScopes } from '@safety/demo-data';
import * as client from 'openid-client';
import { Api } from '../api.js';
import { Browser } from '../browser.js';
import { type Report } from '../report.js';
import { signIn } from '../sign-in.js';

/** A running suite, as somebody sees it who may knock at its public door alone. */
export interface Door {
  /** The public address. */
  url: string;
  report: Report;
  /** The business API of Demo Quarries, for a demo user who signs in now. */
  signIn(email: string): Promise<Api>;
}

/** The work of one role, from end to end. Throws when an answer is not what is promised. */
export interface RoleJourney {
  title: string;
  walk(door: Door): Promise<void>;
}

/** The public door of the suite at an address. Sign-ins are not told: the first journey shows one. */
export function doorOf(url: string, report: Report): Door {
  const [web] = demoClients;
  const [redirectUri = ''] = web?.redirectUris ?? [];
  return {
    url,
    report,
    signIn: async (email) => {
      const config = await client.discovery(
        new URL(`${url}/auth`),
        web?.clientId ?? '',
        undefined,
        client.ClientSecretPost(web?.secret ?? ''),
        { execute: [client.allowInsecureRequests] },
      );
      const request = { redirectUri, scope: demoScopes.join(' '), email };
      const { tokens } = await signIn(config, new Browser(), request, () => undefined);
      return new Api(`${url}/api`, tokens.access_token, demoQuarries.id, report);
    },
  };
}
