import { randomUUID } from 'node:crypto';
import { describeLists } from '@safety/testing';
import { roleAssignmentLists } from './role-assignments/role-assignment-lists.js';
import { roleLists } from './roles/role-lists.js';
import { serviceClientLists } from './service-clients/service-client-lists.js';
import { accountsUnderTest, invited, roleOf, sql } from './testing/accounts-under-test.js';
import { companyUserLists } from './users/company-user-lists.js';

const api = accountsUnderTest();
const nobody = randomUUID();
const everywhere = true;

describeLists(api, {
  path: '/users',
  lists: companyUserLists,
  everywhere,
  // The name that a list shows is made of it.
  values: { family_name: `'common ' || md5(n::text) || ' ' || n` },
  add: async (caller) => (await invited(caller)).id,
  queries: { status: ['status=active', 'status=disabled', 'status=active,disabled'] },
  further: [`roleId=${nobody}`, 'email=nobody@test.example', 'email=COMMON'],
});

describeLists(api, {
  path: '/roles',
  lists: roleLists,
  everywhere,
  add: (caller) => roleOf(caller),
  queries: {},
  further: ['builtIn=true', 'builtIn=false'],
});

describeLists(api, {
  path: '/roleassignments',
  lists: roleAssignmentLists,
  everywhere,
  values: {
    user_id: 'CASE WHEN n % 2 = 0 THEN gen_random_uuid() END',
    client_id: 'CASE WHEN n % 2 = 1 THEN gen_random_uuid() END',
  },
  add: async (caller) => (await invited(caller)).assignments[0].id,
  queries: {
    userId: [`userId=${nobody}`],
    clientId: [`clientId=${nobody}`],
    roleId: [`roleId=${nobody}`],
  },
});

describeLists(api, {
  path: '/serviceclients',
  lists: serviceClientLists,
  everywhere,
  add: async ({ companyId }) => {
    const id = randomUUID();
    await sql(
      `INSERT INTO service_clients (company_id, id, name, status, acts_for_itself) VALUES ($1, $2, 'A', 'active', true)`,
      [companyId, id],
    );
    return id;
  },
  queries: { status: ['status=active', 'status=disabled'] },
  lacks: ['externalId'],
});
