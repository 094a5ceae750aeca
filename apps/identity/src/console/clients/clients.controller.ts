import { Controller, Get, Post } from '@nestjs/common';
import { InjectSettings, ProblemError, TakesBody, TakesParam } from '@safety/platform';
import { keepsServicesOf } from '../../clients/client-keepers.js';
import { ClientRegistry } from '../../clients/client-registry.js';
import { ClientSecrets } from '../../clients/client-secrets.js';
import type { IdentitySettings } from '../../config.js';
import { clientPath, consolePaths } from '../../paths/console.js';
import { type FormBody, formSchema } from '../form-body.js';
import type { Answer, Visit } from '../visit/visit.js';
import { CurrentVisit, VisitedPage } from '../visit/visited-page.js';
import { clientPage } from './client.page.js';
import { type ClientForm, clientOfForm, newClientForm, sentForm } from './client-form.js';
import { type ClientFormPage, clientFormPage } from './client-form.page.js';
import { clientsPage } from './clients.page.js';
import { faultsOf } from './form-faults.js';
import { clientIdSchema } from './ids.js';
import { MadeOnce } from './made-once.js';
import { clientMessages } from './messages/messages.js';
import { ShownOnce } from './shown-once.js';

/** The API clients of the companies whose clients the user manages. */
@Controller(consolePaths.clients)
@VisitedPage()
export class ClientsController {
  constructor(
    private readonly registry: ClientRegistry,
    private readonly secrets: ClientSecrets,
    private readonly shownOnce: ShownOnce,
    private readonly madeOnce: MadeOnce,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'LOGOUT_ALLOWED_HOSTS'>,
  ) {}

  @Get()
  async list(@CurrentVisit() visit: Visit): Promise<Answer> {
    return visit.show(clientsPage(visit, await this.registry.list(visit.keeper)));
  }

  @Get('new')
  async form(@CurrentVisit() visit: Visit): Promise<Answer> {
    const [companyId = ''] = companiesOf(visit);
    visit.demandFreshSignIn();
    return visit.show(newPage(visit, newClientForm(companyId)));
  }

  @Post('new')
  async create(@CurrentVisit() visit: Visit, @TakesBody(formSchema) body: FormBody): Promise<Answer> {
    const [onlyCompany = '', ...more] = companiesOf(visit);
    visit.demandRecentSignIn();
    const sent = sentForm(body);
    const form: ClientForm = more.length > 0 ? sent : { ...sent, companyId: onlyCompany };
    const text = clientMessages[visit.locale.language];
    try {
      const address = await this.madeOnce.addressOf(visit.submission, () => this.made(visit, form));
      return visit.goTo(address, 'clientCreated');
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'invalid-state')
        return visit.show(newPage(visit, form, { failure: text.tooManyClients }), error.status);
      const isOwn = companiesOf(visit).includes(form.companyId);
      const faults = isForbidden(error)
        ? { [isOwn ? 'grantTypes' : 'companyId']: isOwn ? text.serviceHint : text.faults.choose }
        : faultsOf(error, form, text, this.settings.LOGOUT_ALLOWED_HOSTS);
      return visit.show(newPage(visit, form, { faults }), 422);
    }
  }

  @Get(':id')
  async show(@CurrentVisit() visit: Visit, @TakesParam('id', clientIdSchema) id: string): Promise<Answer> {
    const client = await this.registry.get(visit.keeper, id);
    return visit.show(clientPage(visit, client, await this.secrets.list(visit.keeper, id)));
  }

  /** Registers a client; resolves to the page that shows its secret, or else the client. */
  private async made(visit: Visit, form: ClientForm): Promise<string> {
    const { client, secret } = await this.registry.create(visit.keeper, form.companyId, clientOfForm(form));
    if (!secret) return clientPath(client.id);
    await this.shownOnce.keep(visit.session.id, secret);
    return `${clientPath(client.id)}/secrets/${secret.id}`;
  }
}

const companiesOf = ({ keeper: { companyIds } }: Visit): readonly string[] =>
  companyIds === 'every' ? [] : companyIds;

const isForbidden = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'permission-denied';

const newPage = (visit: Visit, form: ClientForm, found: Pick<ClientFormPage, 'faults' | 'failure'> = {}) =>
  clientFormPage(visit, {
    title: clientMessages[visit.locale.language].newClient,
    address: consolePaths.newClient,
    back: consolePaths.clients,
    form,
    companyIds: companiesOf(visit),
    offersServices: companiesOf(visit).some((id) => keepsServicesOf(visit.keeper, id)),
    ...found,
  });
