import { z } from 'zod';
import { commaSeparated, idsQuery, listQuery } from '../http/list.js';
import { onlyOnce } from '../http/only-once.js';
import { resource, saved } from '../http/resource.js';
import { line } from '../http/text.js';
import { timestampSchema } from '../http/time.js';
import { type TransitionTable, transitionSchema } from '../http/transitions.js';
import { personNames } from './company-fields.js';
import { heldRoleSchema, newUserRoleSchema } from './role-assignment.js';
import { signInEmailSchema } from './sign-in-email.js';

export const companyUserStatuses = ['active', 'disabled'] as const;

export const invitationStatuses = ['invited', 'accepted', 'expired'] as const;

/** The link of an invitation works for so many days. */
export const INVITATION_DAYS = 7;

const readOnly = {
  email: z.string().meta({ format: 'email' }).describe('The address that the user signs in with.'),
  displayName: z.string(),
  status: z.enum(companyUserStatuses).describe('In this company alone; other companies keep their own.'),
  canSignIn: z
    .boolean()
    .describe(
      'False while operators keep the user out of all companies; told once an invitation is accepted.',
    ),
  invitedAt: timestampSchema.nullable().describe('When the newest invitation was asked for.'),
  invitation: z
    .enum(invitationStatuses)
    .nullable()
    .describe('Of the newest invitation; null for a user who was never invited.'),
  acceptedAt: timestampSchema
    .nullable()
    .describe('When the user signed in or chose a password for the first time since the invitation.'),
  assignments: z.array(heldRoleSchema),
};

/** A user as the company knows them. The names are those of the company until the user changes them. */
export const companyUserSchema = resource('CompanyUser', personNames, readOnly);
export const saveCompanyUserSchema = saved('SaveCompanyUser', personNames, readOnly);
export type SaveCompanyUser = z.infer<typeof saveCompanyUserSchema>;

const roles = onlyOnce(
  z.array(newUserRoleSchema).min(1).max(20),
  'a role',
  ({ roleId, orgStructureRelationshipIds }) => [roleId, ...orgStructureRelationshipIds.toSorted()].join(),
);

/** The body of `POST /users`. */
export const inviteCompanyUserSchema = saved(
  'InviteCompanyUser',
  { email: signInEmailSchema, ...personNames, roles },
  readOnly,
);
export type InviteCompanyUser = z.infer<typeof inviteCompanyUserSchema>;

export const companyUserTransitions = {
  disable: { from: ['active'], to: 'disabled' },
  enable: { from: ['disabled'], to: 'active' },
} as const satisfies TransitionTable<string, (typeof companyUserStatuses)[number]>;
export const companyUserTransitionSchema = transitionSchema('CompanyUserTransition', companyUserTransitions);
export type CompanyUserTransition = z.infer<typeof companyUserTransitionSchema>;

/** The body of `POST /users/{id}/invitation`. */
export const resendInvitationSchema = z.strictObject({}).meta({ id: 'ResendInvitation' });

export const listCompanyUsersSchema = listQuery({
  sort: ['displayName', 'email', 'createdAt', 'modifiedAt'],
  defaultSort: 'displayName',
  search: ['displayName', 'email'],
  filters: {
    status: commaSeparated(z.enum(companyUserStatuses)).optional(),
    roleId: idsQuery.describe('Users who hold any of these roles.'),
    email: line(254).optional().describe('Exact, in any case.'),
  },
});
export type ListCompanyUsers = z.infer<typeof listCompanyUsersSchema>;
