import { Module } from '@nestjs/common';
import { OutboxModule } from '@safety/bus/outbox';
import { PersistenceModule } from '@safety/persistence';
import { Associate } from '../associates/associate.entity.js';
import { AssociateRows } from '../associates/associates.rows.js';
import { KeyRotation } from '../encryption/key-rotation.js';
import { FIRST_MIGRATION } from '../first-migration.js';
import { OrgStructure } from '../org-structures/org-structure.entity.js';
import { OrgStructureItem } from '../org-structures/org-structure-item.entity.js';
import { OrgStructureItemRows } from '../org-structures/org-structure-items.rows.js';
import { OrgStructureRows } from '../org-structures/org-structures.rows.js';
import { PersonToday } from '../personnel/person-today.entity.js';
import { PersonnelToday } from '../personnel/personnel-today.js';
import { PublishedStates } from './published-states.js';

/** The commands of operators for keys and messages; the service that answers requests has none of it. */
@Module({
  imports: [
    PersistenceModule.forCompanies({
      first: FIRST_MIGRATION,
      entities: [Associate, OrgStructure, OrgStructureItem, PersonToday],
    }),
    OutboxModule.forCompanies('personnel-org'),
  ],
  providers: [
    KeyRotation,
    PublishedStates,
    AssociateRows,
    OrgStructureItemRows,
    OrgStructureRows,
    PersonnelToday,
  ],
})
export class CliModule {}
