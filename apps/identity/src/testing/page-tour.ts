import { randomUUID } from 'node:crypto';
import { demoUsers } from '@safety/demo-data';
import type { Page } from '@safety/testing/browser';
import { EmailLinks } from '../people/email-change/email-links.js';
import { PasswordLinks } from '../people/password-links/password-links.js';
import { emailKey } from '../people/users/email-key.js';
import { MOST_OF_ONE, signInLimits } from '../people/users/sign-in-limits.js';
import { networkOf } from '../throttling/client-address.js';
import { authorizationUrl, credentials, type Parameters, user, webClient } from './flows.js';
import { idTokenSigner } from './id-token-signer.js';
import type { ReachableIdentity } from './identity-in-browser.js';
import type { Replica } from './identity-under-test.js';
import { useUp } from './limited-requests.js';

/** One page, and how a browser gets there. */
export interface Stop {
  name: string;
  open: (page: Page, language: string) => Promise<unknown>;
}

const GOOD_PASSWORD = 'seven quiet lanterns drift';

/** Every page of the people who sign in, in an order that each can be reached in. */
export function pageTour(provider: ReachableIdentity, withoutMail: Replica): Stop[] {
  const at = (path: string, language: string, origin = provider.origin): string => {
    const url = new URL(origin + path);
    url.searchParams.set('ui_locales', language);
    return url.href;
  };
  const authorize = (language: string, parameters: Parameters = {}): string => {
    const { pathname, search } = authorizationUrl({ ui_locales: language, prompt: 'login', ...parameters });
    return provider.origin + pathname + search;
  };
  const fill = async (page: Page, fields: Record<string, string>): Promise<void> => {
    for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value);
    await page.locator('button').click();
  };
  const newLink = async (userId: string, language: string): Promise<string> => {
    const token = await provider.app.get(PasswordLinks, { strict: false }).create(userId, 600);
    return at(`/auth/new-password?token=${token}`, language);
  };
  const newEmailLink = async (language: string): Promise<string> => {
    const links = provider.app.get(EmailLinks, { strict: false });
    const token = await links.create(user.id, `${randomUUID()}@demo.example`, 600);
    return at(`/auth/new-email?token=${token}`, language);
  };
  const invite = async (language: string): Promise<string> => {
    const id = randomUUID();
    const email = `gulnara.seitkali-${id}@demo.example`;
    await provider.query(
      "INSERT INTO users (id, version, email, given_name, family_name, disabled, roles) VALUES ($1, 1, $2, 'Гүлнара', 'Сейтқали', false, '[]')",
      [id, email],
    );
    await provider.query('INSERT INTO credentials (user_id, email_key) VALUES ($1, $2)', [id, email]);
    return newLink(id, language);
  };
  const tooMany = async (email: string): Promise<void> => {
    const network = networkOf('127.0.0.1');
    const limits = signInLimits({
      emailKey: emailKey(email),
      network,
      device: '',
      deviceKnown: false,
      deviceShared: false,
    });
    await useUp(provider, limits, MOST_OF_ONE);
  };
  const signInElsewhere = async (page: Page, language: string): Promise<void> => {
    const other = await page.context().newPage();
    await other.goto(authorize(language));
    // Nobody answers at the client: being sent there is enough.
    await Promise.all([other.waitForRequest(`${webClient.redirect_uri}?**`), fill(other, credentials)]);
    await other.close();
  };
  /** Pages that send themselves on stay. */
  const keepForms = (page: Page): Promise<unknown> =>
    page.addInitScript('HTMLFormElement.prototype.submit = () => {};');
  return [
    { name: 'sign-in', open: (page, language) => page.goto(authorize(language)) },
    {
      name: 'sign-in-wrong',
      open: async (page, language) => {
        await page.goto(authorize(language));
        await fill(page, { email: user.email, password: 'wrong' });
      },
    },
    {
      name: 'sign-in-throttled',
      open: async (page, language) => {
        const email = `${randomUUID()}@demo.example`;
        await tooMany(email);
        await page.goto(authorize(language));
        await fill(page, { email, password: 'wrong' });
      },
    },
    {
      name: 'forgotten-password',
      open: (page, language) => page.goto(at('/auth/forgotten-password', language)),
    },
    {
      name: 'link-sent',
      open: async (page, language) => {
        await page.goto(at('/auth/forgotten-password', language));
        // Nobody else's: an address gets only a few mails an hour.
        await fill(page, { email: 'manager@demo.example' });
      },
    },
    {
      name: 'no-mail',
      open: (page, language) => page.goto(at('/auth/forgotten-password', language, withoutMail.url)),
    },
    { name: 'demo-mailbox', open: (page, language) => page.goto(at('/auth/demo/mailbox', language)) },
    {
      name: 'new-password',
      open: async (page, language) => page.goto(await newLink(user.id, language)),
    },
    {
      name: 'new-password-too-short',
      open: async (page, language) => {
        await page.goto(await newLink(user.id, language));
        await fill(page, { password: 'short', repeated: 'short' });
      },
    },
    {
      name: 'new-password-too-common',
      open: async (page, language) => {
        await page.goto(await newLink(user.id, language));
        await fill(page, { password: 'password1234', repeated: 'password1234' });
      },
    },
    {
      name: 'new-password-differs',
      open: async (page, language) => {
        await page.goto(await newLink(user.id, language));
        await fill(page, { password: GOOD_PASSWORD, repeated: 'another' });
      },
    },
    { name: 'invitation', open: async (page, language) => page.goto(await invite(language)) },
    {
      name: 'password-saved',
      open: async (page, language) => {
        await page.goto(authorize(language));
        await page.goto(await invite(language));
        await fill(page, { password: GOOD_PASSWORD, repeated: GOOD_PASSWORD });
      },
    },
    {
      name: 'new-email',
      open: async (page, language) => page.goto(await newEmailLink(language)),
    },
    {
      name: 'new-email-wrong',
      open: async (page, language) => {
        await page.goto(await newEmailLink(language));
        await fill(page, { password: 'wrong' });
      },
    },
    {
      name: 'email-confirmed',
      open: async (page, language) => {
        await page.goto(await newEmailLink(language));
        await fill(page, { password: credentials.password });
      },
    },
    {
      name: 'email-link-invalid',
      open: (page, language) => page.goto(at('/auth/new-email?token=used', language)),
    },
    {
      name: 'link-invalid',
      open: (page, language) => page.goto(at('/auth/new-password?token=used', language)),
    },
    {
      name: 'link-invalid-sent',
      open: async (page, language) => {
        await page.goto(await newLink(user.id, language));
        await provider.query('DELETE FROM password_links');
        await fill(page, { password: GOOD_PASSWORD, repeated: GOOD_PASSWORD });
      },
    },
    {
      name: 'back-at-application',
      open: async (page, language) => {
        await keepForms(page);
        await page.goto(authorize(language, { prompt: 'none', response_mode: 'form_post' }));
      },
    },
    {
      name: 'sign-out',
      open: async (page, language) => {
        await signInElsewhere(page, language);
        await page.goto(at('/auth/connect/endsession', language));
      },
    },
    {
      name: 'other-user',
      open: async (page, language) => {
        await signInElsewhere(page, language);
        await keepForms(page);
        await page.goto(authorize(language));
        await fill(page, { ...credentials, email: String(demoUsers[1]?.email) });
        await page.locator('[name=xsrf]').waitFor({ state: 'attached' });
      },
    },
    {
      name: 'consent',
      open: async (page, language) => {
        await signInElsewhere(page, language);
        await page.goto(authorize(language, { prompt: 'consent' }));
        await page.locator('[name=decision]').first().waitFor();
      },
    },
    {
      name: 'already-signed-out',
      open: async (page, language) => {
        await page.context().clearCookies({ name: 'session' });
        const sign = await idTokenSigner(provider, `${provider.origin}/auth`);
        await page.goto(at(`/auth/connect/endsession?id_token_hint=${await sign()}`, language));
      },
    },
    {
      name: 'signed-out',
      open: (page, language) => page.goto(at('/auth/connect/endsession/success', language)),
    },
    {
      name: 'error',
      open: (page, language) => page.goto(at('/auth/connect/authorize?client_id=nobody', language)),
    },
    { name: 'expired', open: (page, language) => page.goto(at('/auth/sign-in/expired', language)) },
    {
      name: 'no-such-page',
      open: (page, language) => page.goto(at('/auth/console/no-such-page', language)),
    },
    {
      name: 'not-found',
      open: (page, language) => page.goto(at('/auth/sign-in/no%20such%20sign-in', language)),
    },
  ];
}
