import { randomBytes } from 'node:crypto';
import { Html, html } from './html.js';
import type { Locale } from './locale.js';
import { style } from './style.js';

/** What is on a page; the frame around it is the same for all. */
export interface Page {
  locale: Locale;
  title: string;
  content: Html;
}

export const newNonce = (): string => randomBytes(16).toString('base64');

/** The whole document. `nonce` is the one of its Content-Security-Policy. */
export const documentOf = ({ locale, title, content }: Page, nonce: string): string =>
  html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">${new Html(style)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.markup;

/**
 * The headers of every page. `formTargets` are addresses outside that a form of the page may end up at: browsers
 * apply form-action to the redirects after a submission, too.
 */
export const pageHeaders = (nonce: string, formTargets: readonly string[]): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `form-action ${["'self'", ...new Set(formTargets.map(sourceOf))].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
});

/** The CSP source of an address: its origin, or its scheme where there is no origin (RFC 8252 section 7.1). */
function sourceOf(address: string): string {
  const { origin, protocol } = new URL(address);
  return origin === 'null' ? protocol : origin;
}
