import { approvingPermissions, type companySettingsSchema, type User } from '@safety/contracts';
import type { z } from 'zod';
import { allOf } from '../../api/all-of.js';
import { many, numberOf, one, orNull, type Sent } from '../form/sent.js';
import { permissionsToGive } from '../held-roles/givable-roles.js';
import { EVER } from '../query.js';
import type { CompanyVisit } from '../visit/company-visit.js';

export type CompanySettings = z.output<typeof companySettingsSchema>;

/** Where the bands of the risk matrix begin, in the form. */
export const bandFields = { medium: 'bandMedium', high: 'bandHigh', veryHigh: 'bandVeryHigh' } as const;

export const fieldsOf = (settings: CompanySettings): Sent => ({
  name: [settings.name],
  legalName: [settings.legalName ?? ''],
  countryCode: [settings.countryCode],
  timeZone: [settings.timeZone],
  defaultLocale: [settings.defaultLocale],
  [bandFields.medium]: [String(settings.riskBands.medium)],
  [bandFields.high]: [String(settings.riskBands.high)],
  [bandFields.veryHigh]: [String(settings.riskBands.veryHigh)],
  allowSelfApproval: settings.allowSelfApproval ? ['yes'] : [],
  sessionLifetimeMinutes: [String(settings.sessionLifetimeMinutes ?? '')],
  requireIfMatch: settings.requireIfMatch ? ['yes'] : [],
  defaultApproverUserIds: settings.defaultApproverUserIds,
});

/** The settings that the form describes; accounts checks all of them. */
export const settingsOf = (sent: Sent) => ({
  name: one(sent, 'name'),
  legalName: orNull(one(sent, 'legalName')),
  countryCode: one(sent, 'countryCode'),
  timeZone: one(sent, 'timeZone'),
  defaultLocale: one(sent, 'defaultLocale').trim(),
  riskBands: {
    medium: numberOf(sent, bandFields.medium),
    high: numberOf(sent, bandFields.high),
    veryHigh: numberOf(sent, bandFields.veryHigh),
  },
  allowSelfApproval: one(sent, 'allowSelfApproval') !== '',
  sessionLifetimeMinutes:
    orNull(one(sent, 'sessionLifetimeMinutes')) && numberOf(sent, 'sessionLifetimeMinutes'),
  requireIfMatch: one(sent, 'requireIfMatch') !== '',
  defaultApproverUserIds: many(sent, 'defaultApproverUserIds'),
});

/** The field that a wrong member comes from. The bands are one thing, but for their numbers. */
export function fieldOf(pointer: string): string | undefined {
  const [, member, band] = pointer.split('/');
  if (member !== 'riskBands') return undefined;
  return bandFields[band as keyof typeof bandFields] ?? 'riskBands';
}

/** Whether the user may name other default approvers: those who approve everywhere give that. */
export async function mayNameApprovers(company: CompanyVisit): Promise<boolean> {
  const held = await permissionsToGive(company);
  return approvingPermissions.every((name) => held.includes(name));
}

const fields = 'displayName';

/** Users of the company by their ids, disabled ones too. */
export async function usersNamed({ personnelOrg }: CompanyVisit, ids: readonly string[]): Promise<User[]> {
  if (ids.length === 0) return [];
  return (await allOf<User>(personnelOrg, '/users', { ids, modifiedSince: EVER, fields })) ?? [];
}

/** Users who may approve, to choose from; those who are chosen by now are among them, disabled ones too. */
export async function approvers(
  company: CompanyVisit,
  chosen: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const [managers = [], others] = await Promise.all([
    allOf<User>(company.personnelOrg, '/users', { eventManagerOnly: true, fields }),
    usersNamed(company, chosen),
  ]);
  const names = new Map([...managers, ...others].map((user) => [user.id, user.displayName]));
  for (const id of chosen) if (!names.has(id)) names.set(id, id);
  return [...names].map(([id, name]) => ({ id, name }));
}
