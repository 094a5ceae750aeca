import { Injectable } from '@nestjs/common';
import { type AssociateState, associateChanged, type CompanyContext } from '@safety/contracts';
import { CompanyRows, equal, messageOf, RowsSource } from '@safety/persistence';
import { Associate } from './associate.entity.js';
import { associateLists } from './associate-lists.js';
import { readable } from './associates-at-places.js';

@Injectable()
export class AssociateRows extends CompanyRows<Associate> {
  constructor(source: RowsSource) {
    super(source, Associate, {
      what: 'associate',
      visible: readable,
      lists: associateLists,
      message: messageOf(associateChanged, associateState),
      unique: { associates_email_key: { properties: ['email'], ignoresCase: true, activeOnly: true } },
    });
  }

  /** How many associates whom the caller may see hold each of these job titles. */
  countsOfJobTitles(company: CompanyContext, jobTitleIds: string[]) {
    return this.figures<{ associateCount: number }>(company, {
      per: 'jobTitleId',
      among: jobTitleIds,
      where: [equal('archived', false)],
      // count is read: a member of the answer
      sql: { associateCount: 'count(*)::int' },
    });
  }
}

export const displayName = ({ firstName, lastName }: Pick<Associate, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

/** An associate as the other services know them. */
export const associateState = (associate: Associate): AssociateState => ({
  id: associate.id,
  version: associate.version,
  displayName: displayName(associate),
  associateType: associate.associateType,
  orgStructureIds: associate.orgStructureIds,
  archived: associate.archived,
});
