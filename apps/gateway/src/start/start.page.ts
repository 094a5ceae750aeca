import type { Language } from '@safety/contracts';
import { demoClients, demoPassword, demoUsers } from '@safety/demo-data';
import { documentOf, escaped, link } from '../page.js';
import type { PublicLinks } from './api-catalog.js';
import { messages } from './messages.js';

const code = (text: string): string => `<code>${escaped(text)}</code>`;
const list = (entries: [term: string, content: string][]): string =>
  `<dl>\n${entries.map(([term, content]) => `<dt>${term}</dt>\n<dd>${content}</dd>`).join('\n')}\n</dl>`;

/** The start page; with `hasDemo` it says how to try the demo's users. */
export function startPage(language: Language, links: PublicLinks, hasDemo: boolean): string {
  const text = messages[language];
  return documentOf(
    language,
    `<h1>Workplace Safety</h1>
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
<p>${text.tokenHint}</p>`,
  );
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
