import type { CompanyState } from '@safety/contracts';

/** A company as other services are told of it. */
export type ToldCompany = CompanyState;

/** SQL of the columns of `ToldCompany`. */
export const toldCompanySql = `id, version, name, status, time_zone AS "timeZone", default_locale AS "defaultLocale", risk_bands AS "riskBands",
  allow_self_approval AS "allowSelfApproval", session_lifetime_minutes AS "sessionLifetimeMinutes",
  default_approver_user_ids AS "defaultApproverUserIds"`;
