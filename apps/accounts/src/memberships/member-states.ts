import type { CompanyUserState } from '@safety/contracts';
import { execute, type StatementClient } from '@safety/persistence';
import { assignedRolesSql, assignmentOf, type HeldRole, heldRolesSql } from './held-role.js';

/** A user as a company knows them, as it is published. */
export interface PublishedMember {
  companyId: string;
  id: string;
  version: number;
  displayName: string;
  email: string;
  status: 'active' | 'disabled';
  canSignIn: boolean;
  invitedAt: Date | null;
  acceptedAt: Date | null;
  archived: boolean;
}

/** The state of a user in a company, as it is published. */
export interface MemberState {
  companyId: string;
  payload: CompanyUserState;
}

/** The roles of a user in one company. */
interface HeldIn {
  companyId: string;
  userId: string;
  held: HeldRole[];
}

/** SQL of the columns of `PublishedMember` in `company_users AS m`. */
export const publishedMemberSql = `m.company_id AS "companyId", m.id, m.version, m.display_name AS "displayName", m.email,
  m.status, m.can_sign_in AS "canSignIn", m.invited_at AS "invitedAt", m.accepted_at AS "acceptedAt", m.archived`;

/** These users, as their companies know them. */
export async function statesById(
  client: StatementClient,
  users: readonly Pick<PublishedMember, 'companyId' | 'id'>[],
): Promise<MemberState[]> {
  if (users.length === 0) return [];
  const text = `SELECT ${publishedMemberSql} FROM company_users AS m
    WHERE m.company_id = ANY ($1) AND m.id = ANY ($2)`;
  const { rows } = await execute<PublishedMember>(client, text, idsOf(users));
  const asked = new Set(users.map(keyOf));
  return statesIn(
    client,
    rows.filter((member) => asked.has(keyOf(member))),
  );
}

/** With one statement, however many companies know them. */
export async function statesIn(
  client: StatementClient,
  members: readonly PublishedMember[],
): Promise<MemberState[]> {
  const { rows } = await execute<HeldIn>(
    client,
    `SELECT a.company_id AS "companyId", a.user_id AS "userId", ${heldRolesSql} AS held
     ${assignedRolesSql} WHERE a.company_id = ANY ($1) AND a.user_id = ANY ($2) GROUP BY a.company_id, a.user_id`,
    idsOf(members),
  );
  const known = new Map(rows.map((row) => [keyOf({ ...row, id: row.userId }), row.held]));
  return members.map((member) => ({
    companyId: member.companyId,
    payload: stateOf(member, known.get(keyOf(member))),
  }));
}

/** A user as a company knows them, with all roles held there. */
function stateOf(
  { id, version, displayName, email, ...member }: PublishedMember,
  roles: readonly HeldRole[] = [],
): CompanyUserState {
  const held = member.archived ? [] : roles;
  return {
    userId: id,
    version,
    belongs: held.length > 0,
    displayName,
    email,
    active: !member.archived && member.canSignIn && member.status === 'active',
    accepted: member.acceptedAt !== null || member.invitedAt === null,
    assignments: held.map(assignmentOf),
  };
}

const keyOf = ({ companyId, id }: Pick<PublishedMember, 'companyId' | 'id'>): string => `${companyId} ${id}`;

const idsOf = (members: readonly Pick<PublishedMember, 'companyId' | 'id'>[]): [string[], string[]] => [
  [...new Set(members.map(({ companyId }) => companyId))],
  [...new Set(members.map(({ id }) => id))],
];
