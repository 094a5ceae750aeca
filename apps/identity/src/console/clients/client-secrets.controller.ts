import { Controller, Get, Post } from '@nestjs/common';
import { notFound, ProblemError, TakesBody, TakesId, TakesParam } from '@safety/platform';
import { z } from 'zod';
import { demandServiceKeeper } from '../../clients/client-keepers.js';
import { ClientRegistry } from '../../clients/client-registry.js';
import { ClientSecrets } from '../../clients/client-secrets.js';
import { clientPath, consolePaths } from '../../paths/console.js';
import { MadeOnce } from '../visit/made-once.js';
import type { Answer, Visit } from '../visit/visit.js';
import { CurrentVisit, VisitedPage } from '../visit/visited-page.js';
import { clientPage } from './client.page.js';
import { CompanyNames } from './company-names.js';
import { clientIdSchema } from './ids.js';
import { clientMessages } from './messages/messages.js';
import { questionPage } from './question.page.js';
import { newSecretPage, overlapNames, overlaps, shownSecretPage } from './secret.pages.js';
import { ShownOnce } from './shown-once.js';

/** A missing choice means the default. */
const overlapSchema = z.object({ overlap: z.enum(overlapNames).catch('week') });

/** The secrets of one client. */
@Controller(`${consolePaths.clients}/:id/secrets`)
@VisitedPage()
export class ClientSecretsController {
  constructor(
    private readonly registry: ClientRegistry,
    private readonly secrets: ClientSecrets,
    private readonly shownOnce: ShownOnce,
    private readonly madeOnce: MadeOnce,
    private readonly names: CompanyNames,
  ) {}

  @Get('new')
  async form(@CurrentVisit() visit: Visit, @TakesParam('id', clientIdSchema) id: string): Promise<Answer> {
    const client = await this.registry.get(visit.keeper, id);
    demandServiceKeeper(visit.keeper, client);
    visit.demandFreshSignIn();
    return visit.show(newSecretPage(visit, client));
  }

  @Post('new')
  async issue(
    @CurrentVisit() visit: Visit,
    @TakesParam('id', clientIdSchema) id: string,
    @TakesBody(overlapSchema) { overlap }: z.infer<typeof overlapSchema>,
  ): Promise<Answer> {
    const client = await this.registry.get(visit.keeper, id);
    visit.demandRecentSignIn();
    try {
      return visit.goTo(
        await this.madeOnce.addressOf(visit.submission, async () => {
          const secret = await this.secrets.issue(visit.keeper, id, overlaps[overlap]);
          await this.shownOnce.keep(visit.session.id, secret);
          return `${clientPath(id)}/secrets/${secret.id}`;
        }),
      );
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'invalid-state') throw error;
      const { twoSecretsLive, authMethods } = clientMessages[visit.locale.language];
      const failure = client.authMethod === 'client_secret' ? twoSecretsLive : authMethods[client.authMethod];
      const refused = { faults: {}, failure, status: error.status };
      const secrets = await this.secrets.list(visit.keeper, id);
      const companies = await this.names.of(visit);
      return visit.show(clientPage(visit, { client, secrets, companies, refused }), refused.status);
    }
  }

  /** The page after `issue`, which shows the secret once. */
  @Get(':secretId')
  async show(
    @CurrentVisit() visit: Visit,
    @TakesParam('id', clientIdSchema) id: string,
    @TakesId('secretId') secretId: string,
  ): Promise<Answer> {
    const client = await this.registry.get(visit.keeper, id);
    const secret = await this.shownOnce.take(visit.session.id, secretId);
    return visit.show(shownSecretPage(visit, client, secret));
  }

  @Get(':secretId/revoke')
  async askRevoke(
    @CurrentVisit() visit: Visit,
    @TakesParam('id', clientIdSchema) id: string,
    @TakesId('secretId') secretId: string,
  ): Promise<Answer> {
    const text = clientMessages[visit.locale.language];
    const secret = (await this.secrets.list(visit.keeper, id)).find((known) => known.id === secretId);
    if (!secret) {
      if (await this.secrets.exists(secretId)) throw notFound('secret');
      return visit.goTo(clientPath(id));
    }
    const address = `${clientPath(id)}/secrets/${secretId}/revoke`;
    visit.demandFreshSignIn();
    const question = {
      title: `${text.revoke}: …${secret.hint ?? secret.id}`,
      consequences: text.revokeHint,
      action: text.revoke,
      address,
      back: clientPath(id),
    };
    return visit.show(questionPage(visit, question));
  }

  @Post(':secretId/revoke')
  async revoke(
    @CurrentVisit() visit: Visit,
    @TakesParam('id', clientIdSchema) id: string,
    @TakesId('secretId') secretId: string,
  ): Promise<Answer> {
    const address = await this.madeOnce.addressOf(visit.submission, async () => {
      await this.registry.get(visit.keeper, id);
      visit.demandRecentSignIn();
      // Somebody else may have been first.
      if (await this.secrets.exists(secretId)) await this.secrets.revoke(visit.keeper, id, secretId);
      return clientPath(id);
    });
    return visit.goTo(address, 'secretRevoked');
  }
}
