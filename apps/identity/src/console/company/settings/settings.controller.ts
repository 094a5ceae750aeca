import { Controller, Get, Post } from '@nestjs/common';
import { isId } from '@safety/contracts';
import { TakesBody } from '@safety/platform';
import { timeZoneName } from '../../../pages/dates.js';
import { consolePaths } from '../../../paths/console.js';
import { type FormBody, formSchema } from '../../form-body.js';
import type { Answer } from '../../visit/visit.js';
import { anyFault, isStale, type Refused, refusedBy } from '../form/refused.js';
import { many, one, type Sent, sentOf } from '../form/sent.js';
import { overtaken, type WordFor } from '../form/stale.js';
import { CompanyPages, CurrentCompany } from '../visit/company-pages.js';
import type { CompanyVisit } from '../visit/company-visit.js';
import { countryName } from './choices.js';
import {
  approvers,
  bandFields,
  type CompanySettings,
  fieldOf,
  fieldsOf,
  mayNameApprovers,
  settingsOf,
  usersNamed,
} from './company-settings.js';
import { settingsPage } from './settings.page.js';

/** The settings of a company. */
@Controller(`${consolePaths.companies}/:companyId/settings`)
@CompanyPages()
export class SettingsController {
  @Get()
  async form(@CurrentCompany() company: CompanyVisit): Promise<Answer> {
    company.demand('company');
    const settings = await company.accounts.get<CompanySettings>('/company');
    return this.show(company, settings, fieldsOf(settings));
  }

  @Post()
  async change(
    @CurrentCompany() company: CompanyVisit,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    company.demand('company');
    const { text } = company;
    const sent = sentOf(body);
    try {
      const change = { body: settingsOf(sent), version: one(sent, 'version') };
      await company.accounts.send('PATCH', '/company', change);
      return company.goTo(company.paths.settings, 'companySaved');
    } catch (error) {
      const settings = await company.accounts.get<CompanySettings>('/company');
      const refused = isStale(error)
        ? overtaken(text, sent, fieldsOf(settings), await wordFor(company, settings))
        : refusedBy(error, {
            text,
            fieldOf,
            giving: 'defaultApproverUserIds',
            sentences: sentencesOf(company),
          });
      return this.show(company, settings, sent, refused);
    }
  }

  private async show(
    company: CompanyVisit,
    { version, defaultApproverUserIds: named }: CompanySettings,
    sent: Sent,
    refused?: Refused,
  ): Promise<Answer> {
    const chosen = many(sent, 'defaultApproverUserIds').filter(isId);
    const [people, mayName] = await Promise.all([
      approvers(company, [...new Set([...named, ...chosen])]),
      mayNameApprovers(company),
    ]);
    // A choice that came back from the service stays, until it is changed.
    const free = mayName ? undefined : new Set([...named, ...chosen]);
    return company.show(settingsPage(company, { version, sent, people, free, refused }), refused?.status);
  }
}

/** The settings as they are by now, in the words of the form. */
async function wordFor(company: CompanyVisit, { defaultApproverUserIds }: CompanySettings): Promise<WordFor> {
  const { text, locale } = company;
  const people = await usersNamed(company, defaultApproverUserIds);
  const words: Readonly<Record<string, (value: string) => string>> = {
    countryCode: (code) => countryName(locale, code),
    timeZone: timeZoneName,
    allowSelfApproval: () => text.allowSelfApproval,
    requireIfMatch: () => text.requireIfMatchHint,
    defaultApproverUserIds: (id) => people.find((user) => user.id === id)?.displayName ?? id,
  };
  return (name, value) => words[name]?.(value) ?? value;
}

function sentencesOf({ text: { faults } }: CompanyVisit): Readonly<Record<string, string>> {
  return {
    ...Object.assign({}, ...Object.values(bandFields).map((field) => anyFault(field, faults.band))),
    ...anyFault('sessionLifetimeMinutes', faults.sessionLifetime),
    'riskBands invalid-format': faults.bandOrder,
    'defaultLocale invalid-format': faults.notALanguage,
    'defaultLocale too-short': faults.notALanguage,
    'countryCode invalid-format': faults.choose,
    'timeZone invalid-format': faults.choose,
  };
}
