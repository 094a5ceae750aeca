import { Controller, Get, Post } from '@nestjs/common';
import { InjectSettings, TakesBody, TakesParam } from '@safety/platform';
import { becomesService } from '../../clients/client-differences.js';
import { demandServiceKeeper, keepsServicesOf } from '../../clients/client-keepers.js';
import { ClientRegistry } from '../../clients/client-registry.js';
import type { ManagedClient } from '../../clients/stored-client.js';
import type { IdentitySettings } from '../../config.js';
import { clientPath, consolePaths } from '../../paths/console.js';
import { isStale, type Refused } from '../company/form/refused.js';
import { overtaken } from '../company/form/stale.js';
import { companyMessages } from '../company/messages/messages.js';
import { type FormBody, formSchema } from '../form-body.js';
import { MadeOnce } from '../visit/made-once.js';
import type { Answer, Visit } from '../visit/visit.js';
import { CurrentVisit, VisitedPage } from '../visit/visited-page.js';
import { type ClientForm, clientOfForm, fieldsOf, formOfClient, sentForm } from './client-form.js';
import { clientFormPage } from './client-form.page.js';
import { faultsOf } from './form-faults.js';
import { clientIdSchema } from './ids.js';
import { clientMessages } from './messages/messages.js';
import { questionPage } from './question.page.js';

/**
 * Changes of one client. Each but switching it on asks first, and each but switching it off wants a password
 * just entered: stopping a client that does harm must not wait, and the worst of it is that people sign in
 * again.
 */
@Controller(`${consolePaths.clients}/:id`)
@VisitedPage()
export class ClientChangesController {
  constructor(
    private readonly registry: ClientRegistry,
    private readonly madeOnce: MadeOnce,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'LOGOUT_ALLOWED_HOSTS'>,
  ) {}

  @Get('edit')
  async form(@CurrentVisit() visit: Visit, @TakesParam('id', clientIdSchema) id: string): Promise<Answer> {
    const client = await this.registry.get(visit.keeper, id);
    demandServiceKeeper(visit.keeper, client);
    visit.demandFreshSignIn();
    return visit.show(editPage(visit, client, formOfClient(client, visit.locale)));
  }

  @Post('edit')
  async change(
    @CurrentVisit() visit: Visit,
    @TakesParam('id', clientIdSchema) id: string,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    const before = await this.registry.get(visit.keeper, id);
    demandServiceKeeper(visit.keeper, before);
    visit.demandRecentSignIn();
    const form = sentForm(body);
    try {
      const address = await this.madeOnce.addressOf(visit.submission, async () => {
        const after = await this.registry.replace(visit.keeper, id, Number(form.version), clientOfForm(form));
        return visit.withDone(clientPath(id), becomesService(before, after) ? 'clientActs' : 'clientSaved');
      });
      return visit.goTo(address);
    } catch (error) {
      if (isStale(error)) return this.showOvertaken(visit, id, form);
      const faults = faultsOf(error, form, visit.locale, this.settings.LOGOUT_ALLOWED_HOSTS);
      return visit.show(editPage(visit, before, form, { faults, status: 422 }), 422);
    }
  }

  @Get('disable')
  async askDisable(
    @CurrentVisit() visit: Visit,
    @TakesParam('id', clientIdSchema) id: string,
  ): Promise<Answer> {
    const { disable, disableHint } = clientMessages[visit.locale.language];
    return this.ask(visit, id, 'disable', disable, disableHint);
  }

  @Post('disable')
  async disable(@CurrentVisit() visit: Visit, @TakesParam('id', clientIdSchema) id: string): Promise<Answer> {
    await this.registry.disable(visit.keeper, id);
    return visit.goTo(clientPath(id), 'clientDisabled');
  }

  @Post('enable')
  async enable(@CurrentVisit() visit: Visit, @TakesParam('id', clientIdSchema) id: string): Promise<Answer> {
    await this.registry.get(visit.keeper, id);
    visit.demandFreshSignIn();
    await this.registry.enable(visit.keeper, id);
    return visit.goTo(clientPath(id), 'clientEnabled');
  }

  @Get('delete')
  async askDelete(
    @CurrentVisit() visit: Visit,
    @TakesParam('id', clientIdSchema) id: string,
  ): Promise<Answer> {
    const { remove, removeHint } = clientMessages[visit.locale.language];
    visit.demandFreshSignIn();
    return this.ask(visit, id, 'delete', remove, removeHint);
  }

  @Post('delete')
  async delete(@CurrentVisit() visit: Visit, @TakesParam('id', clientIdSchema) id: string): Promise<Answer> {
    const address = await this.madeOnce.addressOf(visit.submission, async () => {
      await this.registry.get(visit.keeper, id);
      visit.demandRecentSignIn();
      await this.registry.remove(visit.keeper, id);
      return consolePaths.clients;
    });
    return visit.goTo(address, 'clientDeleted');
  }

  /** The input stays, as in the forms of companies; saving again replaces what there is by now. */
  private async showOvertaken(visit: Visit, id: string, form: ClientForm): Promise<Answer> {
    const { locale } = visit;
    const text = clientMessages[locale.language];
    const client = await this.registry.get(visit.keeper, id);
    const sent = fieldsOf(clientOfForm(form), text, locale);
    const refused = overtaken(companyMessages[locale.language], sent, fieldsOf(client, text, locale));
    const next = { ...form, version: String(client.version) };
    return visit.show(editPage(visit, client, next, refused), refused.status);
  }

  private async ask(
    visit: Visit,
    id: string,
    step: 'disable' | 'delete',
    action: string,
    consequences: string,
  ): Promise<Answer> {
    const { name } = await this.registry.get(visit.keeper, id);
    const address = `${clientPath(id)}/${step}`;
    const title = `${action}: ${name}`;
    return visit.show(questionPage(visit, { title, consequences, action, address, back: clientPath(id) }));
  }
}

const editPage = (
  visit: Visit,
  { id, companyId }: Pick<ManagedClient, 'id' | 'companyId'>,
  form: ClientForm,
  refused?: Refused,
) =>
  clientFormPage(visit, {
    title: clientMessages[visit.locale.language].editClient,
    address: `${clientPath(id)}/edit`,
    back: clientPath(id),
    form,
    companies: [],
    offersServices: keepsServicesOf(visit.keeper, companyId ?? ''),
    refused,
  });
