import { createHash } from 'node:crypto';
import type { Language } from '@safety/contracts';
import { demoClients, demoPassword, demoUsers } from '@safety/demo-data';
import type { PublicLinks } from './api-catalog.js';
import { messages } from './messages.js';

const style = `:root { color-scheme: light dark; }
body { max-width: 48rem; margin: 0 auto; padding: 1.5rem 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h2 { margin-top: 2rem; }
dt { font-weight: 600; }
dd { margin: 0 0 .75rem; }
pre { padding: .75rem; border: 1px solid; border-radius: .375rem; white-space: pre-wrap; }
:focus-visible { outline: 3px solid; outline-offset: 2px; }`;

/** Nothing is loaded but the icon, nothing runs, and of styles there is this one. */
export const startPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
const link = (address: string, text: string): string => `<a href="${escaped(address)}">${escaped(text)}</a>`;
const code = (text: string): string => `<code>${escaped(text)}</code>`;
const list = (entries: [term: string, content: string][]): string =>
  `<dl>\n${entries.map(([term, content]) => `<dt>${term}</dt>\n<dd>${content}</dd>`).join('\n')}\n</dl>`;

/** The start page; with `hasDemo` it says how to try the demo's users. */
export function startPage(language: Language, links: PublicLinks, hasDemo: boolean): string {
  const text = messages[language];
  return `<!doctype html>
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
<h1>Workplace Safety</h1>
<p>${text.about}</p>
<h2>${text.forPeople}</h2>
${list([
  [link(links.console, text.console), text.consoleHint],
  [link(links.docs, text.docs), text.docsHint],
])}
${hasDemo ? demo(language, links) : ''}<h2>${text.forPrograms}</h2>
${list([
  [text.api, code(links.api)],
  [text.accounts, code(links.accounts)],
  [text.openapi, link(links.openapi, links.openapi)],
  [text.discovery, link(links.discovery, links.discovery)],
  [text.catalog, link(links.catalog, links.catalog)],
])}
<h2>${text.token}</h2>
<p>${text.tokenHint}</p>
</main>
</body>
</html>
`;
}

function demo(language: Language, links: PublicLinks): string {
  const text = messages[language];
  const user = demoUsers[0]?.email ?? '';
  return `<h2>${text.demo}</h2>
<p>${text.demoHint}</p>
${list([
  [text.user, code(user)],
  [text.password, code(demoPassword)],
  [link(links.mailbox, text.mailbox), text.mailboxHint],
])}
<p>${text.demoToken}</p>
<pre>${escaped(tokenCommand(links, user))}</pre>
`;
}

function tokenCommand({ issuer }: PublicLinks, user: string): string {
  const client = demoClients.find(({ grantTypes }) => grantTypes.includes('password'));
  return `curl -s ${issuer}/connect/token -d grant_type=password \\
  -d client_id=${client?.clientId} -d client_secret=${client?.secret} -d username=${user} \\
  --data-urlencode 'password=${demoPassword}' \\
  --data-urlencode 'scope=openid resources_accounts_api resources_business_api'`;
}
