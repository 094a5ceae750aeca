import { type Html, html } from './html.js';
import type { Locale } from './locale.js';

/**
 * A moment as people of that region write it. In UTC: without a script the server does not know where the
 * reader is.
 */
export function moment({ tag }: Locale, date: Date): Html {
  const written = new Intl.DateTimeFormat(tag, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(date);
  return html`<time datetime="${date.toISOString()}">${written} UTC</time>`;
}

const MINUTE_SECONDS = 60;

/** A time from now in words, in whole minutes: "in 5 minutes". */
export const fromNow = ({ language }: Locale, seconds: number): string =>
  new Intl.RelativeTimeFormat(language).format(Math.max(1, Math.ceil(seconds / MINUTE_SECONDS)), 'minute');
