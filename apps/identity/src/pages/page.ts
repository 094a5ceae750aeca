import { randomBytes } from 'node:crypto';
import { languages } from '@safety/contracts';
import { Html, html } from './html.js';
import { type Locale, languageNames } from './locale.js';
import { messages } from './messages/messages.js';
import { style } from './style.js';

/** The content of a page; the frame around it is the same for all. */
export interface Page {
  locale: Locale;
  title: string;
  content: Html;
  /**
   * `card` (the default) is one question or answer in the middle; `wide` has room for tables and a
   * navigation.
   */
  layout?: 'card' | 'wide';
  /** Links between several pages; shown above the content. */
  navigation?: Html;
  /**
   * Code that runs once the page is there; never with values of a request. The page works without it, too.
   */
  script?: string;
  /** The address of this page by GET: with it, the page offers itself in the other languages. */
  address?: string;
}

export const PRODUCT_NAME = 'Workplace Safety';

const mark = new Html(
  '<svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true" focusable="false"><path fill="currentColor" d="M12 1.5 3.5 4.6v6.6c0 5.2 3.6 9.4 8.5 11.3 4.9-1.9 8.5-6.1 8.5-11.3V4.6Zm-1.2 14.3-3.9-3.9 1.6-1.6 2.3 2.3 4.7-4.8 1.6 1.6Z"/></svg>',
);

export const newNonce = (): string => randomBytes(16).toString('base64');

/** The address with its `ui_locales` replaced. */
export function inLanguage(address: string, language: string): string {
  const [path = '', query] = address.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('ui_locales', language);
  return `${path}?${parameters}`;
}

function languageLinks({ locale, address }: Page): Html | undefined {
  if (address === undefined) return undefined;
  const links = languages.map((language) =>
    language === locale.language
      ? html`<li><span lang="${language}" aria-current="true">${languageNames[language]}</span></li>`
      : html`<li><a lang="${language}" hreflang="${language}" href="${inLanguage(address, language)}">${languageNames[language]}</a></li>`,
  );
  return html`<nav aria-label="${messages[locale.language].language}"><ul class="languages">${links}</ul></nav>`;
}

/** The whole document. `nonce` is the one of its Content-Security-Policy. */
export function documentOf(page: Page, nonce: string): string {
  const { locale, title, content, layout = 'card', navigation, script } = page;
  return html`<!doctype html>
<html lang="${locale.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${PRODUCT_NAME}</title>
<style nonce="${nonce}">${new Html(style)}</style>
</head>
<body class="${layout}">
${navigation && html`<a class="skip" href="#main">${messages[locale.language].skipToContent}</a>`}
<header class="brand">${mark}<span>${PRODUCT_NAME}</span></header>
${navigation}
<main id="main" tabindex="-1">
${content}
</main>
<footer>${languageLinks(page)}</footer>
${script && html`<script nonce="${nonce}">${new Html(script)}</script>`}
</body>
</html>
`.markup;
}

/** The permissions that a page needs beyond those of every page. */
export interface PageNeeds {
  /** Addresses that it loads in frames. */
  frames?: readonly string[];
  /**
   * Whether its form is for an application, which may redirect to wherever it wants: Chromium applies
   * form-action to all of it. Never on a page where people type something.
   */
  formLeaves?: boolean;
  /** The address whose pages may have it in a frame; without one, nobody's may. */
  framedBy?: string;
}

/**
 * The headers of every page. Forms stay here: markup that somebody smuggled in could send a password nowhere
 * else.
 */
export const pageHeaders = (
  nonce: string,
  { frames = [], formLeaves = false, framedBy }: PageNeeds = {},
): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    ...(formLeaves ? [] : ["form-action 'self'"]),
    ...(frames.length > 0 ? [`frame-src ${[...new Set(frames.map(sourceOf))].join(' ')}`] : []),
    `frame-ancestors ${framedBy === undefined ? "'none'" : sourceOf(framedBy)}`,
    "base-uri 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...(framedBy === undefined && { 'x-frame-options': 'DENY' }),
  'cross-origin-opener-policy': 'same-origin',
});

/**
 * The CSP source of an address: its origin, or its scheme where there is no origin (RFC 8252 section 7.1). A
 * host may hold what separates directives and policies; encoded it does not, and the source then matches
 * nothing.
 */
function sourceOf(address: string): string {
  const { origin, protocol } = new URL(address);
  return origin === 'null' ? protocol : origin.replace(/[;,]/g, encodeURIComponent);
}
