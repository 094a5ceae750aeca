import type { companySettingsSchema } from '@safety/contracts';
import type { z } from 'zod';
import { zoneName } from '../../../pages/dates.js';
import { html } from '../../../pages/html.js';
import { badge, facts } from '../form/parts.js';
import { roleName } from '../messages/messages.js';
import { countryName } from '../settings/choices.js';
import type { CompanyPage, CompanySection, CompanyVisit } from '../visit/company-visit.js';

type Settings = z.output<typeof companySettingsSchema>;

export function overviewPage(visit: CompanyVisit, settings: Settings | undefined): CompanyPage {
  const { company, text, paths, locale } = visit;
  const { legalName, countryCode, timeZone, defaultLocale } = settings ?? company;
  const all: [section: CompanySection, path: string, hint: string][] = [
    ['users', paths.users, text.usersHint],
    ['roles', paths.roles, text.rolesHint],
    ['clients', paths.clients, text.clientsHint],
    ['settings', paths.settings, text.settingsHint],
    ['changes', paths.changes, text.changesHint(zoneName(locale))],
  ];
  const parts = all.filter(([section]) => visit.sees(section));
  return {
    section: 'overview',
    title: company.name,
    content: html`<h1>${company.name}</h1>
${company.status === 'suspended' && html`<p>${badge(text.suspended)} ${text.suspendedHint}</p>`}
${facts([
  [text.legalName, legalName],
  [text.country, countryName(locale, countryCode)],
  [text.timeZone, timeZone],
  [text.defaultLocale, defaultLocale],
  [text.yourRole, roleName(text, company.role.name)],
])}
${parts.length === 0 && html`<p>${text.administersNothing}</p>`}
${parts.map(
  ([section, path, hint]) =>
    html`<section class="panel"><h2><a href="${path}">${text.sections[section]}</a></h2><p>${hint}</p></section>`,
)}`,
  };
}
