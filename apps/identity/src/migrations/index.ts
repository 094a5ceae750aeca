import { outboxMigrations } from '@safety/bus/outbox';
import { AddBackchannelLogout1700000001302 } from './add-backchannel-logout.js';
import { AddOwnerOfLogoutDelivery1700000005202 } from './add-owner-of-logout-delivery.js';
import { AddSessionOfGrant1700000001101 } from './add-session-of-grant.js';
import { AddSuccessorOfRefreshToken1700000001102 } from './add-successor-of-refresh-token.js';
import { CountInPostgresql1700000005201 } from './count-in-postgresql.js';
import { CountSignInEpochs1700000001603 } from './count-sign-in-epochs.js';
import { CreateAudit1700000001202 } from './create-audit.js';
import { CreateClients1700000001002 } from './create-clients.js';
import { CreateConsole1700000001402 } from './create-console.js';
import { CreateKeys1700000001001 } from './create-keys.js';
import { CreateLogout1700000001005 } from './create-logout.js';
import { CreateMails1700000001501 } from './create-mails.js';
import { CreateSessions1700000001004 } from './create-sessions.js';
import { CreateShortLived1700000001006 } from './create-short-lived.js';
import { CreateThrottling1700000001502 } from './create-throttling.js';
import { CreateUsers1700000001003 } from './create-users.js';
import { IndexRequestsOfAudit1700000001602 } from './index-requests-of-audit.js';
import { IndexRevocations1700000001301 } from './index-revocations.js';
import { KeepAuditDays1700000005301 } from './keep-audit-days.js';
import { KeepDeletedClients1700000001601 } from './keep-deleted-clients.js';
import { ManageClients1700000001201 } from './manage-clients.js';
import { RotateKeys1700000001401 } from './rotate-keys.js';
import { VersionSessions1700000005001 } from './version-sessions.js';

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
];
