import { Controller, Get, Post } from '@nestjs/common';
import { TakesBody } from '@safety/platform';
import { consolePaths } from '../../paths/console.js';
import { anyFault, isStale, refusedBy } from '../company/form/refused.js';
import { one, orNull, type Sent, sentOf } from '../company/form/sent.js';
import { overtaken, type WordFor } from '../company/form/stale.js';
import { companyMessages } from '../company/messages/messages.js';
import { CompanyVisits } from '../company/visit/company-visits.js';
import { ConsoleSessions } from '../console-sessions.js';
import { type FormBody, formSchema } from '../form-body.js';
import type { Answer, Visit } from '../visit/visit.js';
import { CurrentVisit, VisitedPage } from '../visit/visited-page.js';
import { editProfilePage } from './edit-profile.page.js';
import { choiceName, type OwnProfile, ownProfilePath } from './own-profile.js';

const fieldsOf = ({ givenName, familyName, locale, timeZone }: OwnProfile): Sent => ({
  givenName: [givenName],
  familyName: [familyName],
  locale: [locale ?? ''],
  timeZone: [timeZone ?? ''],
});

/** The profile of the user, which accounts owns and checks. */
@Controller(consolePaths.editProfile)
@VisitedPage()
export class EditProfileController {
  constructor(
    private readonly companies: CompanyVisits,
    private readonly sessions: ConsoleSessions,
  ) {}

  @Get()
  async form(@CurrentVisit() visit: Visit): Promise<Answer> {
    const accounts = await this.companies.accounts(visit);
    const profile = await accounts.get<OwnProfile>(ownProfilePath);
    return visit.show(editProfilePage(visit, { version: profile.version, sent: fieldsOf(profile) }));
  }

  @Post()
  async change(@CurrentVisit() visit: Visit, @TakesBody(formSchema) body: FormBody): Promise<Answer> {
    const accounts = await this.companies.accounts(visit);
    const sent = sentOf(body);
    const before = await accounts.get<OwnProfile>(ownProfilePath);
    const locale = orNull(one(sent, 'locale'));
    const change = {
      givenName: one(sent, 'givenName'),
      familyName: one(sent, 'familyName'),
      locale,
      timeZone: orNull(one(sent, 'timeZone')),
    };
    try {
      await accounts.send('PATCH', ownProfilePath, { body: change, version: one(sent, 'version') });
    } catch (error) {
      const text = companyMessages[visit.locale.language];
      const profile = await accounts.get<OwnProfile>(ownProfilePath);
      const refused = isStale(error)
        ? overtaken(text, sent, fieldsOf(profile), wordFor(visit))
        : refusedBy(error, { text, sentences: sentencesOf(text.faults) });
      const { version } = profile;
      return visit.show(editProfilePage(visit, { version, sent, refused }), refused.status);
    }
    // Another language chosen at the bottom of a page stays until the profile has another one.
    if (locale !== null && locale !== before.locale)
      await this.sessions.rememberLocale(visit.session.id, locale);
    return visit.goTo(consolePaths.profile, 'profileSaved');
  }
}

const wordFor =
  ({ text }: Visit): WordFor =>
  (name, value) =>
    name === 'locale' || name === 'timeZone' ? choiceName(text, name, value) : value;

const sentencesOf = ({ choose }: { choose: string }): Readonly<Record<string, string>> => ({
  ...anyFault('locale', choose),
  ...anyFault('timeZone', choose),
});
