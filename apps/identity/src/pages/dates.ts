import { type Html, html } from './html.js';
import type { Locale } from './locale.js';

/** Making one takes longer than all that is written with it; a locale lasts as long as its request. */
const formats = new WeakMap<Locale, Intl.DateTimeFormat>();

function formatOf(locale: Locale): Intl.DateTimeFormat {
  const known = formats.get(locale);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale.tag, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zoneOf(locale),
  });
  formats.set(locale, format);
  return format;
}

const zoneOf = ({ timeZone = 'UTC' }: Locale): string => timeZone;

/** How people know a time zone by its IANA name. */
export const timeZoneName = (timeZone: string): string => timeZone.replaceAll('_', ' ');

/** The name of the time zone in which moments are shown. */
export const zoneName = (locale: Locale): string => timeZoneName(zoneOf(locale));

/**
 * A moment as people of that region write it, in the time zone of the page: without a script the server does
 * not know where the reader is.
 */
export function moment(locale: Locale, date: Date): Html {
  return html`<time datetime="${date.toISOString()}">${formatOf(locale).format(date)} ${zoneName(locale)}</time>`;
}

export const MINUTE_SECONDS = 60;

/** A time from now in words, in whole minutes: "in 5 minutes". */
export const fromNow = ({ language }: Locale, seconds: number): string =>
  new Intl.RelativeTimeFormat(language).format(Math.max(1, Math.ceil(seconds / MINUTE_SECONDS)), 'minute');
