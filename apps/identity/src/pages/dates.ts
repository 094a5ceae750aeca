import { type Html, html } from './html.js';
import type { Locale } from './locale.js';

/** Making one takes longer than all that is written with it; a locale lasts as long as its request. */
const formats = new WeakMap<Locale, Formats>();

interface Formats {
  moment: Intl.DateTimeFormat;
  /** Such as GMT+1. */
  offset: Intl.DateTimeFormat;
}

function formatsOf(locale: Locale): Formats {
  const known = formats.get(locale);
  if (known) return known;
  const timeZone = zoneOf(locale);
  const made = {
    moment: new Intl.DateTimeFormat(locale.tag, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
    }),
    offset: new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }),
  };
  formats.set(locale, made);
  return made;
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
  const text = formatsOf(locale).moment.format(date);
  return html`<time datetime="${date.toISOString()}">${text} ${zoneName(locale)}${offsetNear(locale, date)}</time>`;
}

/** Clocks that are put back show the same hour twice. */
const NEAR_MS = 3 * 60 * 60 * 1000;

/** The offset from UTC where it changes near the moment. */
function offsetNear(locale: Locale, date: Date): string {
  const offsetAt = (time: number): string | undefined =>
    formatsOf(locale)
      .offset.formatToParts(time)
      .find(({ type }) => type === 'timeZoneName')?.value;
  const offset = offsetAt(date.getTime());
  const changes = [-NEAR_MS, NEAR_MS].some((by) => offsetAt(date.getTime() + by) !== offset);
  return changes ? ` (${offset})` : '';
}

export const MINUTE_SECONDS = 60;

/** A time from now in words, in whole minutes: "in 5 minutes". */
export const fromNow = ({ language }: Locale, seconds: number): string =>
  new Intl.RelativeTimeFormat(language).format(Math.max(1, Math.ceil(seconds / MINUTE_SECONDS)), 'minute');
