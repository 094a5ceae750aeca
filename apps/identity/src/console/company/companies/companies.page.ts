import type { Page } from '@safety/contracts';
import { button, field, linkButton } from '../../../pages/components.js';
import { type Html, html } from '../../../pages/html.js';
import { companyPaths } from '../../../paths/company-pages.js';
import { consolePaths } from '../../../paths/console.js';
import type { ConsolePage, Visit } from '../../visit/visit.js';
import { badge } from '../form/parts.js';
import { companyMessages, roleName } from '../messages/messages.js';
import { withQuery } from '../query.js';
import type { MyCompany } from '../visit/company-visit.js';

export interface Companies {
  search: string;
  /** Nothing for a search that cannot be made. */
  found: Page<MyCompany> | undefined;
}

export function companiesPage(visit: Visit, { search, found }: Companies): ConsolePage {
  const text = companyMessages[visit.locale.language];
  const next = found?.page.nextCursor;
  const isLong = search !== '' || Boolean(found?.page.hasMore) || (found?.data.length ?? 0) > 8;
  const rows = found?.data.map(
    (company) =>
      html`<li><a href="${companyPaths(company.id).company}">${company.name}</a> ${stateOf(visit, company)}
<span class="hint">${roleName(text, company.role.name)}</span></li>`,
  );
  return {
    section: 'companies',
    title: visit.text.sections.companies,
    content: html`<h1>${visit.text.sections.companies}</h1>
<p>${found?.data.length === 0 ? text.noCompanies : text.companiesHint}</p>
${
  isLong &&
  html`<form method="get" action="${consolePaths.companies}" class="filter">${field({
    name: 'q',
    label: text.search,
    value: search,
    required: false,
    error: found ? undefined : text.faults.searchTooShort,
  })}${button(text.find, { kind: 'secondary' })}</form>`
}
<ul class="plain rows">${rows}</ul>
${next && html`<p>${linkButton(text.more, withQuery(consolePaths.companies, { q: search, cursor: next }), 'secondary')}</p>`}`,
  };
}

function stateOf(visit: Visit, { id, status }: MyCompany): Html | false {
  const text = companyMessages[visit.locale.language];
  if (status === 'suspended') return badge(text.suspended);
  return !visit.hasAccepted(id) && badge(text.invitations.invited);
}
