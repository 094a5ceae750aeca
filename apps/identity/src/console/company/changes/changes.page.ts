import { auditedResources, changeOperations } from '@safety/contracts';
import { button, field, hidden } from '../../../pages/components.js';
import { moment, zoneName } from '../../../pages/dates.js';
import { type Html, html } from '../../../pages/html.js';
import { summary } from '../form/form.page.js';
import { facts, select } from '../form/parts.js';
import type { Refused } from '../form/refused.js';
import type { CompanyMessages } from '../messages/messages.js';
import { withQuery } from '../query.js';
import type { CompanyPage, CompanyVisit } from '../visit/company-visit.js';
import type { ChangeFilter } from './change-filter.js';
import type { FoundChange, FoundChanges } from './found-changes.js';

export interface Changes {
  filter: ChangeFilter;
  /** Nothing for a filter that cannot be applied. */
  found?: FoundChanges;
  /** Names of users, roles and places by id. */
  names?: ReadonlyMap<string, string>;
  refused?: Refused;
}

export function changesPage(
  company: CompanyVisit,
  { filter, found, names = new Map(), refused }: Changes,
): CompanyPage {
  const { text, paths } = company;
  const { cursor: _, ...same } = filter;
  const next = found?.page.nextCursor;
  const title = text.sections.changes;
  return {
    section: 'changes',
    title: refused ? `${text.faults.inTitle}: ${title}` : title,
    content: html`<h1>${title}</h1>
${refused && summary(company, refused, labelsOf(company))}
<p>${text.changesHint(zoneName(company.locale))}</p>
${filterForm(company, filter, refused?.faults)}
${found && html`<p><a href="${withQuery(paths.export, same)}">${text.exportChanges}</a></p>`}
${found?.data.length === 0 && html`<p>${text.noChanges}</p>`}
<ul class="plain">${found?.data.map((change) => panel(company, change, names))}</ul>
${next && html`<p>${company.link(text.older, withQuery(paths.changes, { ...same, cursor: next }))}</p>`}`,
  };
}

const labelsOf = ({ text }: CompanyVisit) => ({
  resource: text.changeOf,
  operation: text.changeKind,
  by: text.changedBy,
  from: text.changedFrom,
  to: text.changedTo,
});

function filterForm(company: CompanyVisit, filter: ChangeFilter, faults: Refused['faults'] = {}): Html {
  const { text, paths, visit } = company;
  const labels = labelsOf(company);
  const day = (name: 'from' | 'to') =>
    field({
      ...{ name, label: labels[name], type: 'date', value: filter[name] },
      ...{ required: false, error: faults[name] },
    });
  return html`<form method="get" action="${paths.changes}" class="filter">
${select({
  name: 'resource',
  label: labels.resource,
  options: auditedResources.map((value) => ({ value, label: text.resources[value] })),
  chosen: filter.resource,
  error: faults['resource'],
  nothing: text.all,
})}
${select({
  name: 'operation',
  label: labels.operation,
  options: changeOperations.map((value) => ({ value, label: text.operations[value] })),
  chosen: filter.operation,
  error: faults['operation'],
  nothing: text.all,
})}
${company.may('users') && field({ name: 'by', label: labels.by, hint: visit.text.email, type: 'email', value: filter.by, required: false, error: faults['by'] })}
${day('from')}${day('to')}
${filter.row !== '' && hidden('row', filter.row)}${filter.client !== '' && hidden('client', filter.client)}
${button(text.find, { kind: 'secondary' })}</form>
${(filter.row !== '' || filter.client !== '') && html`<p>${filter.row === '' ? text.oneClient : text.oneRow} <a href="${paths.changes}">${text.allRows}</a></p>`}`;
}

function panel(company: CompanyVisit, change: FoundChange, names: ReadonlyMap<string, string>): Html {
  const { text, locale, paths } = company;
  const { resource, id, operation, changedAt, changedByUserId, actor, clientId, requestId, members } = change;
  const author =
    changedByUserId === null
      ? byNobody(text)[actor ?? 'system']
      : (names.get(changedByUserId) ?? changedByUserId);
  const named = members.find(({ member }) => member === 'name');
  const about = names.get(id) ?? named?.to ?? named?.from;
  const value = (member: string, given: unknown) => inWords(company, { member, given, names });
  return html`<li class="panel"><h2>${text.resources[resource]}${about && html`: ${about}`}, ${text.operations[operation]}</h2>
<p class="hint">${moment(locale, new Date(changedAt))}</p>
${facts([
  [text.changedBy, author],
  [text.client, clientId && html`<code>${clientId}</code>`],
  [text.request, requestId && html`<code>${requestId}</code>`],
  [text.row, html`<a href="${withQuery(paths.changes, { row: id })}"><code>${id}</code></a>`],
])}
${
  members.length > 0 &&
  html`<details><summary>${text.members(members.length)}</summary><dl>${members.map(
    ({ member, from, to, redacted }) =>
      html`<dt>${text.memberNames[member] ?? html`<code>${member}</code>`}</dt><dd>${redacted ? text.hidden : html`${hasValue(from) && html`${value(member, from)} → `}${value(member, to)}`}</dd>`,
  )}</dl></details>`
}</li>`;
}

/** The author of a change that no user made. */
const byNobody = (text: CompanyMessages): Readonly<Record<string, string>> => ({
  client: text.theClient,
  operator: text.theOperator,
  system: text.theSystem,
});

interface Value {
  /** Its name. */
  member: string;
  given: unknown;
  names: ReadonlyMap<string, string>;
}

/** A value in words; an id that the user may not see behind stays one. */
function inWords({ text, locale }: CompanyVisit, { member, given, names }: Value): Html | string {
  const isEmpty = !hasValue(given) || given === '' || (Array.isArray(given) && given.length === 0);
  // A role without places counts in the whole company.
  if (isEmpty)
    return member === 'orgStructureRelationshipIds' && hasValue(given) ? text.everywhere : text.empty;
  if (Array.isArray(given) && given.every((item) => typeof item === 'string'))
    return html`${given.map((item, index) => html`${index > 0 && ', '}${names.get(item) ?? html`<code>${item}</code>`}`)}`;
  if (typeof given !== 'string') return html`<code>${JSON.stringify(given)}</code>`;
  if (isTime(member, given)) return moment(locale, new Date(given));
  return names.get(given) ?? html`<code>${given}</code>`;
}

const isTime = (member: string, text: string): boolean =>
  member.endsWith('At') && !Number.isNaN(Date.parse(text));

const hasValue = (value: unknown): boolean => value !== null && value !== undefined;
