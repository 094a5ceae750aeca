import type { Page } from '@safety/testing/browser';
import { credentials } from './flows.js';

/** Fills in the sign-in page as a person does, and waits until the browser has been sent on. */
export async function signInOn(page: Page, email = credentials.email): Promise<void> {
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(credentials.password);
  await page.locator('button[type=submit], button:not([type])').click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/auth/sign-in/'), { waitUntil: 'commit' });
}
