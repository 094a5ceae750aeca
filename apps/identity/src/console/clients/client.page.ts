import { mayEntrust } from '../../clients/client-keepers.js';
import type { KnownSecret } from '../../clients/client-secrets.js';
import type { ManagedClient } from '../../clients/stored-client.js';
import { button, linkButton } from '../../pages/components.js';
import { moment } from '../../pages/dates.js';
import { type Html, html } from '../../pages/html.js';
import { clientPath } from '../../paths/console.js';
import { summary } from '../company/form/form.page.js';
import type { Option } from '../company/form/parts.js';
import type { Refused } from '../company/form/refused.js';
import { companyMessages } from '../company/messages/messages.js';
import type { ConsolePage, Visit } from '../visit/visit.js';
import { inUnits, SECONDS_PER_DAY, SECONDS_PER_MINUTE } from './client-form.js';
import { companyOf } from './company-names.js';
import { type ClientMessages, clientMessages } from './messages/messages.js';

export interface ClientPage {
  client: ManagedClient;
  secrets: readonly KnownSecret[];
  /** Of the keeper; none where there is one alone. */
  companies: readonly Option[];
  refused?: Refused;
}

/** Everything about one client, and what can be done with it. */
export function clientPage(visit: Visit, page: ClientPage): ConsolePage {
  const { client, secrets, companies, refused } = page;
  const text = clientMessages[visit.locale.language];
  const words = companyMessages[visit.locale.language];
  const path = clientPath(client.id);
  const isEntrusted = mayEntrust(visit.keeper, client);
  const enable = visit.form(`${path}/enable`, button(text.enable, { kind: 'secondary' }));
  return {
    section: 'clients',
    title: refused ? `${words.faults.inTitle}: ${client.name}` : client.name,
    address: path,
    content: html`<h1>${client.name}</h1>
${refused && summary({ text: words }, refused)}
${factsOf(visit, { client, companies }, text)}
${!isEntrusted && html`<p>${text.serviceHint}</p>`}
<div class="actions">${isEntrusted && linkButton(text.edit, `${path}/edit`)}
${client.disabled ? isEntrusted && enable : linkButton(text.disable, `${path}/disable`, 'secondary')}
${linkButton(text.remove, `${path}/delete`, 'secondary')}</div>
${client.authMethod === 'client_secret' && secretsOf(visit, client, secrets, { text, isEntrusted })}`,
  };
}

const lines = (values: readonly string[]): Html =>
  html`${values.map((value, index) => html`${index > 0 && html`<br>`}<code>${value}</code>`)}`;

function factsOf(
  visit: Visit,
  { client, companies }: Pick<ClientPage, 'client' | 'companies'>,
  text: ClientMessages,
): Html {
  const lifetime = (seconds: number | null, unit: number): string =>
    seconds === null ? text.usual : inUnits(seconds, unit, visit.locale);
  const messages: [label: string, value: Html | string | false][] = [
    [text.id, html`<code>${client.id}</code>`],
    [text.company, companyOf(client, companies) ?? false],
    [text.status, html`<span class="badge">${client.disabled ? text.disabled : text.active}</span>`],
    [text.authMethod, text.authMethods[client.authMethod]],
    [text.grantTypes, lines(client.grantTypes)],
    [text.scopes, lines(client.scopes)],
    [text.redirectUris, client.redirectUris.length > 0 && lines(client.redirectUris)],
    [
      text.postLogoutRedirectUris,
      client.postLogoutRedirectUris.length > 0 && lines(client.postLogoutRedirectUris),
    ],
    [text.logoutUri, client.logoutUri !== null && lines([client.logoutUri])],
    [text.backchannelLogoutUri, client.backchannelLogoutUri !== null && lines([client.backchannelLogoutUri])],
    [text.idTokenSignedResponseAlg, client.idTokenSignedResponseAlg],
    [text.accessTokenMinutes, lifetime(client.accessTokenSeconds, SECONDS_PER_MINUTE)],
    [text.refreshTokenDays, lifetime(client.refreshTokenSeconds, SECONDS_PER_DAY)],
    [text.offline, client.keepsOfflineAccess && text.keepsOfflineAccess],
    [text.created, moment(visit.locale, client.createdAt)],
    [text.modified, moment(visit.locale, client.modifiedAt)],
  ];
  return html`<dl class="columns">${messages.map(
    ([label, value]) => value !== false && html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

function secretsOf(
  visit: Visit,
  { id }: ManagedClient,
  secrets: readonly KnownSecret[],
  { text, isEntrusted }: { text: ClientMessages; isEntrusted: boolean },
): Html {
  const path = `${clientPath(id)}/secrets`;
  const panels = secrets.map(
    (secret) => html`<div class="panel"><p><code>${secret.hint ? `…${secret.hint}` : secret.id}</code></p>
<dl class="columns"><div><dt>${text.created}</dt><dd>${moment(visit.locale, secret.createdAt)}</dd></div>
<div><dt>${text.ends}</dt><dd>${secret.expiresAt ? moment(visit.locale, secret.expiresAt) : text.never}</dd></div>
<div><dt>${text.lastUsed}</dt><dd>${secret.lastUsedAt ? moment(visit.locale, secret.lastUsedAt) : text.notUsed}</dd></div></dl>
<div class="actions">${linkButton(text.revoke, `${path}/${secret.id}/revoke`, 'secondary')}</div></div>`,
  );
  return html`<h2>${text.secrets}</h2>
<p>${secrets.length > 0 ? text.secretsHint : text.noSecrets}</p>${panels}
${secrets.length > 1 && html`<p class="hint">${text.twoSecretsLive}</p>`}
${secrets.length < 2 && isEntrusted && html`<p>${linkButton(text.newSecret, `${path}/new`, 'secondary')}</p>`}`;
}
