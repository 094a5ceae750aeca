/** SQL of the columns of `CompanyState`. */
export const companyStateSql = `id, version, name, status, time_zone AS "timeZone", default_locale AS "defaultLocale", risk_bands AS "riskBands",
  allow_self_approval AS "allowSelfApproval", session_lifetime_minutes AS "sessionLifetimeMinutes",
  default_approver_user_ids AS "defaultApproverUserIds"`;
