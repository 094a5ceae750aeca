import { outboxMigrations } from '@safety/bus/outbox';
import { CreateKeys1700000001001 } from './1700000001001-create-keys.js';
import { CreateClients1700000001002 } from './1700000001002-create-clients.js';
import { CreateUsers1700000001003 } from './1700000001003-create-users.js';
import { CreateSessions1700000001004 } from './1700000001004-create-sessions.js';
import { CreateLogout1700000001005 } from './1700000001005-create-logout.js';
import { CreateShortLived1700000001006 } from './1700000001006-create-short-lived.js';
import { AddSessionOfGrant1700000001101 } from './1700000001101-add-session-of-grant.js';
import { AddSuccessorOfRefreshToken1700000001102 } from './1700000001102-add-successor-of-refresh-token.js';
import { ManageClients1700000001201 } from './1700000001201-manage-clients.js';
import { CreateAudit1700000001202 } from './1700000001202-create-audit.js';
import { IndexRevocations1700000001301 } from './1700000001301-index-revocations.js';
import { AddBackchannelLogout1700000001302 } from './1700000001302-add-backchannel-logout.js';
import { RotateKeys1700000001401 } from './1700000001401-rotate-keys.js';
import { CreateConsole1700000001402 } from './1700000001402-create-console.js';
import { CreateMails1700000001501 } from './1700000001501-create-mails.js';
import { CreateThrottling1700000001502 } from './1700000001502-create-throttling.js';
import { KeepDeletedClients1700000001601 } from './1700000001601-keep-deleted-clients.js';
import { IndexRequestsOfAudit1700000001602 } from './1700000001602-index-requests-of-audit.js';
import { CountSignInEpochs1700000001603 } from './1700000001603-count-sign-in-epochs.js';
import { VersionSessions1700000005001 } from './1700000005001-version-sessions.js';
import { CountInPostgresql1700000005201 } from './1700000005201-count-in-postgresql.js';
import { AddOwnerOfLogoutDelivery1700000005202 } from './1700000005202-add-owner-of-logout-delivery.js';
import { KeepAuditDays1700000005301 } from './1700000005301-keep-audit-days.js';
import { KeepConsoleTokens1700000005401 } from './1700000005401-keep-console-tokens.js';
import { LimitSessions1700000005410 } from './1700000005410-limit-sessions.js';
import { ChangeAddresses1700000005420 } from './1700000005420-change-addresses.js';
import { FollowAccounts1700000005430 } from './1700000005430-follow-accounts.js';
import { InviteKnownUsers1700000005440 } from './1700000005440-invite-known-users.js';
import { RefuseSuspendedCompanies1700000005510 } from './1700000005510-refuse-suspended-companies.js';
import { PageRevocations1700000005610 } from './1700000005610-page-revocations.js';
import { RememberHandledMessages1700000005620 } from './1700000005620-remember-handled-messages.js';
import { RememberProvenAddresses1700000005630 } from './1700000005630-remember-proven-addresses.js';
import { CompareGenerations1700000005690 } from './1700000005690-compare-generations.js';
import { KeepLocales1700000005710 } from './1700000005710-keep-locales.js';
import { ChooseIdTokenAlgorithm1700000005711 } from './1700000005711-choose-id-token-algorithm.js';
import { CheckIdTokenAlgorithms1700000005712 } from './1700000005712-check-id-token-algorithms.js';
import { KnowLinksThatWereMailed1700000005720 } from './1700000005720-know-links-that-were-mailed.js';
import { CountGrantEpochs1700000005811 } from './1700000005811-count-grant-epochs.js';
import { ShortenSessionsInParts1700000005821 } from './1700000005821-shorten-sessions-in-parts.js';
import { FindUsersOfACompany1700000005822 } from './1700000005822-find-users-of-a-company.js';
import { FindNewestLogoutCalls1700000005823 } from './1700000005823-find-newest-logout-calls.js';
import { TellAcceptanceOfRoles1700000005840 } from './1700000005840-tell-acceptance-of-roles.js';
import { ForgetAddressesOfDisabledUsers1700000005850 } from './1700000005850-forget-addresses-of-disabled-users.js';
import { TellAgeOfRefreshTokens1700000005860 } from './1700000005860-tell-age-of-refresh-tokens.js';
import { KeepTimeZones1700000005880 } from './1700000005880-keep-time-zones.js';
import { LetInvitationsWait1700000005890 } from './1700000005890-let-invitations-wait.js';
import { FindWaitingInvitations1700000005891 } from './1700000005891-find-waiting-invitations.js';

/** In the order they run in. */
export const migrations = [
  ...outboxMigrations,
  CreateKeys1700000001001,
  CreateClients1700000001002,
  CreateUsers1700000001003,
  CreateSessions1700000001004,
  CreateLogout1700000001005,
  CreateShortLived1700000001006,
  AddSessionOfGrant1700000001101,
  AddSuccessorOfRefreshToken1700000001102,
  ManageClients1700000001201,
  CreateAudit1700000001202,
  IndexRevocations1700000001301,
  AddBackchannelLogout1700000001302,
  RotateKeys1700000001401,
  CreateConsole1700000001402,
  CreateMails1700000001501,
  CreateThrottling1700000001502,
  KeepDeletedClients1700000001601,
  IndexRequestsOfAudit1700000001602,
  CountSignInEpochs1700000001603,
  VersionSessions1700000005001,
  CountInPostgresql1700000005201,
  AddOwnerOfLogoutDelivery1700000005202,
  KeepAuditDays1700000005301,
  KeepConsoleTokens1700000005401,
  LimitSessions1700000005410,
  ChangeAddresses1700000005420,
  FollowAccounts1700000005430,
  InviteKnownUsers1700000005440,
  RefuseSuspendedCompanies1700000005510,
  PageRevocations1700000005610,
  RememberHandledMessages1700000005620,
  RememberProvenAddresses1700000005630,
  CompareGenerations1700000005690,
  KeepLocales1700000005710,
  ChooseIdTokenAlgorithm1700000005711,
  CheckIdTokenAlgorithms1700000005712,
  KnowLinksThatWereMailed1700000005720,
  CountGrantEpochs1700000005811,
  ShortenSessionsInParts1700000005821,
  FindUsersOfACompany1700000005822,
  FindNewestLogoutCalls1700000005823,
  TellAcceptanceOfRoles1700000005840,
  ForgetAddressesOfDisabledUsers1700000005850,
  TellAgeOfRefreshTokens1700000005860,
  KeepTimeZones1700000005880,
  LetInvitationsWait1700000005890,
  FindWaitingInvitations1700000005891,
];
