import { z } from 'zod';
import { idSchema } from '../http/id.js';
import { type Permission, permissionSchema } from './permissions.js';
import { riskBandsSchema } from './risk-bands.js';

/** A role that a user holds in a company, everywhere or at some org structures. */
export const roleAssignmentSchema = z.object({
  id: idSchema,
  roleId: idSchema,
  roleName: z.string(),
  isEventManager: z.boolean(),
  permissions: z
    .array(z.string())
    // A newer accounts may know more permissions than the service that asks; those allow nothing here.
    .transform((names) => names.filter((name) => permissionSchema.safeParse(name).success) as Permission[]),
  orgStructureIds: z
    .array(idSchema)
    .describe('Org structures the role counts at and below; none means everywhere.'),
});

/** A user in one company: what accounts answers to services, never to clients. */
export const membershipSchema = z.object({
  companyId: idSchema,
  timeZone: z.string(),
  requireIfMatch: z.boolean(),
  riskBands: riskBandsSchema.optional().describe('Absent: the usual ones.'),
  allowSelfApproval: z
    .boolean()
    .default(false)
    .describe(
      'Whether users may approve the hazards and events that they have submitted; service clients never may.',
    ),
  defaultApproverUserIds: z
    .array(idSchema)
    .default([])
    .describe('Asked where no event manager covers an org structure.'),
  accepted: z
    .boolean()
    .optional()
    .describe('False until the first request of an invited user in the company; asking for that accepts.'),
  assignments: z.array(roleAssignmentSchema),
});

/** Every active membership of one user, or of one service client. */
export const membershipsSchema = z.object({
  userId: idSchema.describe('`sub` of the token.'),
  companies: z.array(membershipSchema),
});

export type RoleAssignment = z.infer<typeof roleAssignmentSchema>;
export type Membership = z.infer<typeof membershipSchema>;
export type Memberships = z.infer<typeof membershipsSchema>;

/** The company of a request and who acts in it; the first argument of everything that touches tenant data. */
export interface CompanyContext extends Membership {
  /** `sub` of the token: the user, or the service client that acts as itself. */
  userId: string;
  /** A client acts, not a user. */
  isServiceClient?: boolean | undefined;
}

/** Where a permission counts: everywhere in the company, or at and below some org structures. */
export type Reach = 'everywhere' | readonly string[];

/** Where the caller holds one of `wanted`; an empty list means nowhere. */
export function reachOf(company: Pick<CompanyContext, 'assignments'>, ...wanted: Permission[]): Reach {
  const granting = company.assignments.filter(({ permissions }) =>
    wanted.some((permission) => permissions.includes(permission)),
  );
  if (granting.some((assignment) => assignment.orgStructureIds.length === 0)) return 'everywhere';
  return [...new Set(granting.flatMap((assignment) => assignment.orgStructureIds))];
}

/** Whether an org structure, given by the ids from the root down to it, lies where a permission counts. */
export const covers = (reach: Reach, pathIds: readonly string[]): boolean =>
  reach === 'everywhere' || pathIds.some((id) => reach.includes(id));

/** The same for many org structures: a large reach is walked once, not for each of them. */
export function coverageOf(reach: Reach): (pathIds: readonly string[]) => boolean {
  if (reach === 'everywhere') return () => true;
  const reached = new Set(reach);
  return (pathIds) => pathIds.some((id) => reached.has(id));
}

/** Whether the caller holds `permission` anywhere in the company. */
export function mayAnywhere(company: Pick<CompanyContext, 'assignments'>, permission: Permission): boolean {
  const reach = reachOf(company, permission);
  return reach === 'everywhere' || reach.length > 0;
}
