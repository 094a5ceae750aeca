import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { CompanyRows, RowsSource } from '@safety/persistence';
import { auditedActorSql } from '../audit/audited-changes.js';
import { Role } from './role.entity.js';
import { roleLists } from './role-lists.js';

@Injectable()
export class RoleRows extends CompanyRows<Role, CompanyContext, 'operator'> {
  constructor(source: RowsSource) {
    super(source, Role, {
      what: 'role',
      visible: 'to everyone',
      actorSql: auditedActorSql,
      lists: roleLists,
      unique: { roles_name_key: { properties: ['name'], ignoresCase: true } },
    });
  }
}
