import { createHash } from 'node:crypto';
import type { Language } from '@safety/contracts';

const style = `:root { color-scheme: light dark; }
body { max-width: 48rem; margin: 0 auto; padding: 1.5rem 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h2 { margin-top: 2rem; }
dt { font-weight: 600; }
dd { margin: 0 0 .75rem; }
pre { padding: .75rem; border: 1px solid; border-radius: .375rem; white-space: pre-wrap; }
:focus-visible { outline: 3px solid; outline-offset: 2px; }`;

/** Nothing is loaded but the icon, nothing runs, and of styles there is this one. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
export const link = (address: string, text: string): string =>
  `<a href="${escaped(address)}">${escaped(text)}</a>`;

/** A whole page of the gateway around its content. */
export const documentOf = (language: Language, content: string): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Workplace Safety</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<style>${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
