import type { Page } from '@safety/testing/browser';
import { credentials } from './flows.js';

/** Sends the form of the sign-in page as a person does. */
export async function sendSignIn(page: Page, email = credentials.email): Promise<void> {
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(credentials.password);
  await page.locator('button[type=submit], button:not([type])').click();
}

/** The same, and waits until the browser has been sent on. */
export async function signInOn(page: Page, email?: string): Promise<void> {
  await sendSignIn(page, email);
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/auth/sign-in/'), { waitUntil: 'commit' });
}
