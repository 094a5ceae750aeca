import { Injectable } from '@nestjs/common';
import {
  type Associate as AssociateResource,
  type CompanyContext,
  emailFaults,
  type ListAssociates,
  type SaveAssociate,
} from '@safety/contracts';
import { ResourceService, type WritingVerb } from '@safety/persistence';
import { refuseFaults } from '@safety/platform';
import { ArchivedPlaces } from '../org-structures/archived-places.js';
import type { Associate } from './associate.entity.js';
import { AssociateReferences } from './associate-references.js';
import { AssociateViews } from './associate-views.js';
import { AssociateRows } from './associates.rows.js';
import { validOn, workingAt } from './associates-at-places.js';

@Injectable()
export class AssociatesService extends ResourceService<
  Associate,
  AssociateResource,
  SaveAssociate,
  ListAssociates
> {
  constructor(
    rows: AssociateRows,
    views: AssociateViews,
    private readonly references: AssociateReferences,
    private readonly places: ArchivedPlaces,
  ) {
    super(rows, views);
  }

  async add(company: CompanyContext, associate: SaveAssociate): Promise<AssociateResource> {
    refuseFaults([...(await this.references.faults(company, associate)), ...emailFaults(associate.email)]);
    return this.views.one(company, await this.rows.add(company, associate));
  }

  protected override conditions(company: CompanyContext, query: ListAssociates) {
    return [...this.rows.filters(query), workingAt(company, query), ...validOn(query.validOn)];
  }

  protected override async authorise(
    company: CompanyContext,
    current: Associate,
    verb: WritingVerb,
  ): Promise<void> {
    await this.references.authorise(company, current);
    if (verb === 'restore' && current.archived) await this.places.refuse(company, current.orgStructureIds);
  }

  protected override async values(company: CompanyContext, associate: SaveAssociate, current: Associate) {
    refuseFaults([
      ...(await this.references.faults(company, associate, current)),
      ...emailFaults(associate.email, current.email),
    ]);
    return associate;
  }
}
