import { Controller, Get, Post } from '@nestjs/common';
import { TakesBody, TakesId } from '@safety/platform';
import { consolePaths } from '../../../paths/console.js';
import { type FormBody, formSchema } from '../../form-body.js';
import type { Done } from '../../messages/messages.js';
import type { Answer } from '../../visit/visit.js';
import { isStale, type Refused, refusedButton, refusedBy } from '../form/refused.js';
import { one, type Sent, sentOf } from '../form/sent.js';
import { overtaken } from '../form/stale.js';
import { CompanyPages, CurrentCompany } from '../visit/company-pages.js';
import type { CompanyVisit } from '../visit/company-visit.js';
import { type CompanyUser, userOf } from './company-users.js';
import { shownUser } from './user.page.js';
import { askPage, namePage, type UserQuestion } from './user-forms.page.js';

const namesOf = ({ givenName, familyName }: CompanyUser): Sent => ({
  givenName: [givenName],
  familyName: [familyName],
});

/** Changes of one user in the company. Disabling and removing ask first. */
@Controller(`${consolePaths.companies}/:companyId/users/:id`)
@CompanyPages()
export class UserChangesController {
  @Get('edit')
  async form(@CurrentCompany() company: CompanyVisit, @TakesId() id: string): Promise<Answer> {
    company.demand('users');
    const user = await userOf(company, id);
    if (user.archived) return company.goTo(company.paths.user(id));
    return company.show(namePage(company, user, namesOf(user)));
  }

  @Post('edit')
  async change(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    company.demand('users');
    const sent = sentOf(body);
    const names = { givenName: one(sent, 'givenName'), familyName: one(sent, 'familyName') };
    try {
      await company.accounts.send('PATCH', `/users/${id}`, { body: names, version: one(sent, 'version') });
      return company.goTo(company.paths.user(id), 'userSaved');
    } catch (error) {
      const user = await userOf(company, id);
      const refused = isStale(error)
        ? overtaken(company.text, sent, namesOf(user))
        : refusedBy(error, { text: company.text });
      return company.show(namePage(company, user, sent, refused), refused.status);
    }
  }

  @Get('disable')
  async askDisable(@CurrentCompany() company: CompanyVisit, @TakesId() id: string): Promise<Answer> {
    return this.ask(company, id, 'disable');
  }

  @Post('disable')
  disable(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    return this.answered(company, id, 'disable', sentOf(body));
  }

  @Post('enable')
  async enable(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    company.demand('users');
    const { status, archived } = await userOf(company, id);
    if (status !== 'disabled' && !archived) return company.goTo(company.paths.user(id), 'userEnabled');
    const enable = { transition: 'enable' };
    return this.pressed(company, id, { path: 'transitions', change: enable, done: 'userEnabled' }, body);
  }

  @Post('invitation')
  async inviteAgain(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    company.demand('users');
    if (!company.sendsMail) return company.show(await shownUser(company, id));
    return this.pressed(company, id, { path: 'invitation', change: {}, done: 'invitationSent' }, body);
  }

  @Get('remove')
  async askRemove(@CurrentCompany() company: CompanyVisit, @TakesId() id: string): Promise<Answer> {
    return this.ask(company, id, 'remove');
  }

  @Post('remove')
  remove(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    return this.answered(company, id, 'remove', sentOf(body));
  }

  /** A button of the page of the user, where a refusal is told. */
  private async pressed(
    company: CompanyVisit,
    id: string,
    { path, change, done }: { path: string; change: object; done: Done },
    body: FormBody,
  ): Promise<Answer> {
    try {
      const version = one(sentOf(body), 'version');
      await company.accounts.send('POST', `/users/${id}/${path}`, { body: change, version });
      return company.goTo(company.paths.user(id), done);
    } catch (error) {
      const refused = refusedButton(error, company.text);
      return company.show(await shownUser(company, id, refused), refused.status);
    }
  }

  private async ask(
    company: CompanyVisit,
    id: string,
    question: UserQuestion,
    refused?: Refused,
  ): Promise<Answer> {
    company.demand('users');
    const user = await userOf(company, id);
    if (user.archived && !refused) return company.goTo(company.paths.user(id));
    return company.show(askPage(company, user, question, refused), refused?.status);
  }

  private async answered(
    company: CompanyVisit,
    id: string,
    question: UserQuestion,
    sent: Sent,
  ): Promise<Answer> {
    company.demand('users');
    const version = one(sent, 'version');
    try {
      if (question === 'remove') await company.accounts.send('DELETE', `/users/${id}`, { version });
      else
        await company.accounts.send('POST', `/users/${id}/transitions`, {
          body: { transition: question },
          version,
        });
    } catch (error) {
      return this.ask(company, id, question, refusedButton(error, company.text));
    }
    const isRemoved = question === 'remove';
    const done = isRemoved ? 'userRemoved' : 'userDisabled';
    // Those who have shut themselves out see no page of the company any more.
    if (id === company.userId) return company.goTo(consolePaths.companies, done);
    return company.goTo(isRemoved ? company.paths.users : company.paths.user(id), done);
  }
}
