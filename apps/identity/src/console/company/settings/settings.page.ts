import { field } from '../../../pages/components.js';
import { html } from '../../../pages/html.js';
import { choices } from '../../form-parts.js';
import { formPage } from '../form/form.page.js';
import { select } from '../form/parts.js';
import type { Refused } from '../form/refused.js';
import { many, one, type Sent } from '../form/sent.js';
import { versionOf } from '../form/stale.js';
import type { CompanyPage, CompanyVisit } from '../visit/company-visit.js';
import { countries } from './choices.js';
import { bandFields } from './company-settings.js';
import { timeZones } from './time-zones.js';

interface Settings {
  version: number;
  sent: Sent;
  /** Users who can be asked to approve. */
  people: readonly { id: string; name: string }[];
  /** Those of them whom a user can keep or leave who may name nobody else. */
  free: ReadonlySet<string> | undefined;
  refused: Refused | undefined;
}

export function settingsPage(
  company: CompanyVisit,
  { version, sent, people, free, refused }: Settings,
): CompanyPage {
  const { text, paths, locale } = company;
  const faults = refused?.faults ?? {};
  const labels = {
    name: text.companyName,
    legalName: text.legalName,
    countryCode: text.country,
    timeZone: text.timeZone,
    defaultLocale: text.defaultLocale,
    riskBands: text.riskBands,
    bandMedium: text.bands.medium,
    bandHigh: text.bands.high,
    bandVeryHigh: text.bands.veryHigh,
    allowSelfApproval: text.approvals,
    defaultApproverUserIds: text.defaultApprovers,
    sessionLifetimeMinutes: text.sessionLifetime,
    requireIfMatch: text.requireIfMatch,
  };
  const input = (name: 'name' | 'legalName' | 'defaultLocale', maxLength: number, hint?: string) =>
    field({
      name,
      label: labels[name],
      ...(hint !== undefined && { hint }),
      value: one(sent, name),
      required: name !== 'legalName',
      maxLength,
      error: faults[name],
    });
  const band = (name: keyof typeof bandFields) =>
    field({
      name: bandFields[name],
      label: text.bands[name],
      type: 'number',
      value: one(sent, bandFields[name]),
      error: faults[bandFields[name]],
    });
  const flag = (name: 'allowSelfApproval' | 'requireIfMatch', sentence: string) =>
    choices({
      name,
      label: labels[name],
      type: 'checkbox',
      choices: [{ value: 'yes', label: sentence }],
      chosen: many(sent, name),
      error: faults[name],
    });
  return formPage(company, {
    section: 'settings',
    title: text.sections.settings,
    hint: text.settingsHint,
    address: paths.settings,
    back: paths.company,
    version: versionOf(sent, version, refused),
    labels,
    refused,
    content: html`${input('name', 200)}${input('legalName', 200)}
${select({ name: 'countryCode', label: labels.countryCode, options: countries(locale), chosen: one(sent, 'countryCode'), error: faults['countryCode'] })}
${select({ name: 'timeZone', label: labels.timeZone, options: timeZones, chosen: one(sent, 'timeZone'), error: faults['timeZone'] })}
${input('defaultLocale', 35, text.defaultLocaleHint)}
<fieldset class="field" id="riskBands"${faults['riskBands'] && html` aria-describedby="riskBands-error"`}><legend>${labels.riskBands}</legend>
<p class="hint">${text.riskBandsHint}</p>
${faults['riskBands'] && html`<p class="error" id="riskBands-error">${faults['riskBands']}</p>`}
<div class="filter">${band('medium')}${band('high')}${band('veryHigh')}</div></fieldset>
${flag('allowSelfApproval', text.allowSelfApproval)}
${choices({
  name: 'defaultApproverUserIds',
  label: labels.defaultApproverUserIds,
  hint: free ? `${text.defaultApproversHint} ${text.approversToGive}` : text.defaultApproversHint,
  type: 'checkbox',
  choices: people.map(({ id, name }) => ({ value: id, label: name, isShut: free?.has(id) === false })),
  chosen: many(sent, 'defaultApproverUserIds'),
  error: faults['defaultApproverUserIds'],
})}
${field({ name: 'sessionLifetimeMinutes', label: labels.sessionLifetimeMinutes, hint: text.sessionLifetimeHint, type: 'number', value: one(sent, 'sessionLifetimeMinutes'), required: false, error: faults['sessionLifetimeMinutes'] })}
${flag('requireIfMatch', text.requireIfMatchHint)}`,
  });
}
