import { Controller, Get, Req } from '@nestjs/common';
import type { AuditRecord } from '@safety/contracts';
import type { FastifyRequest } from 'fastify';
import { ClientRegistry } from '../../clients/client-registry.js';
import { DeletedClients } from '../../clients/deleted-clients.js';
import { consolePath } from '../../paths/console.js';
import type { Answer, Visit } from '../visit/visit.js';
import { CurrentVisit, VisitedPage } from '../visit/visited-page.js';
import { AuditLog } from './audit-log.js';
import { KnownUsers } from './known-users.js';
import { filterOf, type RecordFilter } from './record-filter.js';
import { recordsPage } from './records.page.js';

/** On one page. One more is asked for, to know whether there is an older page. */
const PAGE_SIZE = 25;

/** Records of the clients of the user's companies, also at those that are deleted. */
@Controller(consolePath)
@VisitedPage()
export class RecordsController {
  constructor(
    private readonly log: AuditLog,
    private readonly clients: ClientRegistry,
    private readonly deletedClients: DeletedClients,
    private readonly users: KnownUsers,
  ) {}

  /** Refusals with the exact reason, which the caller did not learn. */
  @Get('refusals')
  refusals(@CurrentVisit() visit: Visit, @Req() request: FastifyRequest): Promise<Answer> {
    return this.show(visit, 'refusals', request);
  }

  /** Everything that was recorded. */
  @Get('audit')
  audit(@CurrentVisit() visit: Visit, @Req() request: FastifyRequest): Promise<Answer> {
    return this.show(visit, 'audit', request);
  }

  private async show(
    visit: Visit,
    section: 'refusals' | 'audit',
    { query }: FastifyRequest,
  ): Promise<Answer> {
    const { keeper } = visit;
    const filter = filterOf(query as Record<string, unknown>);
    const found = await this.find(visit, section, filter);
    const records = found.slice(0, PAGE_SIZE);
    const page = recordsPage(visit, {
      section,
      filter,
      records,
      hasOlder: found.length > PAGE_SIZE,
      clients: await this.clients.list(keeper),
      deletedClients: await this.deletedClients.list(keeper),
      emails: await this.users.emailsOf(
        keeper,
        records.flatMap(({ userId }) => userId ?? []),
      ),
    });
    return visit.show(page);
  }

  private async find(
    { keeper }: Visit,
    section: 'refusals' | 'audit',
    { client, user, request, before }: RecordFilter,
  ): Promise<AuditRecord[]> {
    const userId = user === undefined ? undefined : await this.users.idOf(keeper, user);
    if (user !== undefined && userId === undefined) return [];
    const filter = {
      limit: PAGE_SIZE + 1,
      ...(client !== undefined && { clientId: client }),
      ...(userId !== undefined && { userId }),
      ...(request !== undefined && { requestId: request }),
      ...(before && { before }),
    };
    return section === 'refusals' ? this.log.refusals(keeper, filter) : this.log.ofClients(keeper, filter);
  }
}
