import type { AuditRecord } from '@safety/contracts';
import type { DeletedClient } from '../../clients/deleted-clients.js';
import type { ManagedClient } from '../../clients/stored-client.js';
import { button, field, linkButton } from '../../pages/components.js';
import { moment } from '../../pages/dates.js';
import { type Html, html } from '../../pages/html.js';
import { consolePaths } from '../../paths/console.js';
import type { ConsolePage, Visit } from '../visit/visit.js';
import { type RecordMessages, recordMessages } from './messages/messages.js';
import { olderThan, type RecordFilter } from './record-filter.js';

export interface Records {
  section: 'refusals' | 'audit';
  filter: RecordFilter;
  records: readonly AuditRecord[];
  hasOlder: boolean;
  /** To choose from. */
  clients: readonly ManagedClient[];
  deletedClients: readonly DeletedClient[];
  /** Of users, by id. */
  emails: ReadonlyMap<string, string>;
}

export function recordsPage(visit: Visit, options: Records): ConsolePage {
  const { section, filter, records, hasOlder } = options;
  const text = recordMessages[visit.locale.language];
  const last = records.at(-1);
  return {
    section,
    title: visit.text.sections[section],
    content: html`<h1>${visit.text.sections[section]}</h1>
<p>${section === 'refusals' ? text.refusalsHint : text.auditHint}</p>
${filterForm(visit, options, text)}
${records.length === 0 && html`<p>${text.nothing}</p>`}
<ul class="plain">${records.map((record) => panel(visit, record, options, text))}</ul>
${hasOlder && last && html`<p>${linkButton(text.older, olderThan(consolePaths[section], filter, last), 'secondary')}</p>`}`,
  };
}

/** By id, as people know them. */
const namesOf = ({ clients, deletedClients }: Records, text: RecordMessages): ReadonlyMap<string, string> =>
  new Map([
    ...clients.map(({ id, name }) => [id, name] as const),
    ...deletedClients.map(({ id, name }) => [id, text.deletedClient(name)] as const),
  ]);

function filterForm(visit: Visit, records: Records, text: RecordMessages): Html {
  const { section, filter } = records;
  const options = [...namesOf(records, text)].map(
    ([id, name]) => html`<option value="${id}"${id === filter.client && html` selected`}>${name}</option>`,
  );
  return html`<form method="get" action="${consolePaths[section]}" class="filter">
<div class="field"><label for="client">${text.client}</label>
<select id="client" name="client"><option value="">${text.everyClient}</option>${options}</select></div>
${field({ name: 'user', label: visit.text.email, value: filter.user ?? '', required: false })}
${field({ name: 'request', label: text.request, value: filter.request ?? '', required: false })}
${button(text.search, { kind: 'secondary' })}</form>`;
}

/**
 * The id of a stranger who was signed in at the client. Of a password that was refused nothing is told:
 * whoever registers a client could try addresses there, and learn which ones are somebody's.
 */
const strangerOf = ({ type, userId }: AuditRecord): string | null =>
  type === 'sign-in-refused' ? null : userId;

function panel(visit: Visit, record: AuditRecord, records: Records, text: RecordMessages): Html {
  const { occurredAt, type, actor, userId, clientId, requestId, reason, details } = record;
  const { emails } = records;
  const clientName = clientId && (namesOf(records, text).get(clientId) ?? clientId);
  const messages: [label: string, value: Html | string | null][] = [
    [text.client, clientName],
    [visit.text.email, userId && (emails.get(userId) ?? strangerOf(record))],
    [text.actor, text.actors[actor]],
    [text.request, requestId && html`<code>${requestId}</code>`],
  ];
  const more = Object.entries(details).filter(([, value]) => value !== null && value !== '');
  return html`<li class="panel"><h2>${text.types[type]}</h2>
<p class="hint">${moment(visit.locale, new Date(occurredAt))}</p>
${reason && html`<p><strong>${text.reason}:</strong> <code lang="en">${reason}</code></p>`}
<dl class="columns">${messages.map(([label, value]) => value !== null && html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${more.length > 0 && html`<details><summary>${text.details}</summary><dl>${more.map(([name, value]) => html`<dt>${name}</dt><dd><code>${[value].flat().join(', ')}</code></dd>`)}</dl></details>`}</li>`;
}
