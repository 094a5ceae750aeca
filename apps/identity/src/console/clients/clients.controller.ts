import { Controller, Get, Post } from '@nestjs/common';
import { InjectSettings, ProblemError, TakesBody, TakesParam } from '@safety/platform';
import { keepsServicesOf } from '../../clients/client-keepers.js';
import { ClientRegistry } from '../../clients/client-registry.js';
import { ClientSecrets } from '../../clients/client-secrets.js';
import type { IdentitySettings } from '../../config.js';
import { clientPath, consolePaths } from '../../paths/console.js';
import type { Refused } from '../company/form/refused.js';
import { type FormBody, formSchema } from '../form-body.js';
import { MadeOnce } from '../visit/made-once.js';
import type { Answer, Visit } from '../visit/visit.js';
import { CurrentVisit, VisitedPage } from '../visit/visited-page.js';
import { clientPage } from './client.page.js';
import { type ClientForm, clientOfForm, newClientForm, sentForm } from './client-form.js';
import { clientFormPage } from './client-form.page.js';
import { clientsPage } from './clients.page.js';
import { CompanyNames } from './company-names.js';
import { faultsOf } from './form-faults.js';
import { clientIdSchema } from './ids.js';
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
    private readonly names: CompanyNames,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'LOGOUT_ALLOWED_HOSTS'>,
  ) {}

  @Get()
  async list(@CurrentVisit() visit: Visit): Promise<Answer> {
    const clients = await this.registry.list(visit.keeper);
    return visit.show(clientsPage(visit, clients, await this.names.of(visit)));
  }

  @Get('new')
  async form(@CurrentVisit() visit: Visit): Promise<Answer> {
    const [companyId = ''] = companiesOf(visit);
    visit.demandFreshSignIn();
    return this.showForm(visit, newClientForm(companyId));
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
        return this.showForm(visit, form, { faults: {}, failure: text.tooManyClients, status: error.status });
      const isOwn = companiesOf(visit).includes(form.companyId);
      const faults = isForbidden(error)
        ? { [isOwn ? 'grantTypes' : 'companyId']: isOwn ? text.serviceHint : text.faults.choose }
        : faultsOf(error, form, visit.locale, this.settings.LOGOUT_ALLOWED_HOSTS);
      return this.showForm(visit, form, { faults, status: 422 });
    }
  }

  @Get(':id')
  async show(@CurrentVisit() visit: Visit, @TakesParam('id', clientIdSchema) id: string): Promise<Answer> {
    const client = await this.registry.get(visit.keeper, id);
    const secrets = await this.secrets.list(visit.keeper, id);
    return visit.show(clientPage(visit, { client, secrets, companies: await this.names.of(visit) }));
  }

  /** Registers a client; resolves to the page that shows its secret, or else the client. */
  private async made(visit: Visit, form: ClientForm): Promise<string> {
    const { client, secret } = await this.registry.create(visit.keeper, form.companyId, clientOfForm(form));
    if (!secret) return clientPath(client.id);
    await this.shownOnce.keep(visit.session.id, secret);
    return `${clientPath(client.id)}/secrets/${secret.id}`;
  }

  private async showForm(visit: Visit, form: ClientForm, refused?: Refused): Promise<Answer> {
    const page = clientFormPage(visit, {
      title: clientMessages[visit.locale.language].newClient,
      address: consolePaths.newClient,
      back: consolePaths.clients,
      form,
      companies: await this.names.of(visit),
      offersServices: companiesOf(visit).some((id) => keepsServicesOf(visit.keeper, id)),
      refused,
    });
    return visit.show(page, refused?.status);
  }
}

const companiesOf = ({ keeper: { companyIds } }: Visit): readonly string[] =>
  companyIds === 'every' ? [] : companyIds;

const isForbidden = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'permission-denied';
