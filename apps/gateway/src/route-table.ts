import { MAX_FORM_BYTES, MAX_JSON_BYTES, scopes } from '@safety/contracts';
import type { Access } from '@safety/platform';
import type { PublicAddressSetting, UpstreamSetting } from './config.js';

/** Properties that all paths below one public address share. */
interface Api {
  /** The address clients know it by; answers and links are made with it. */
  publicAddress: PublicAddressSetting;
  /** The part of the path that the service does not see. */
  strip: '' | `/${string}`;
  /** Whether it is the versioned JSON API, which echoes `Api-Version` in every answer. */
  versioned: boolean;
  /** Bytes of a request's body at most. */
  maxBodyBytes: number;
  /** The access that the token must grant; `public` passes without one. */
  access: Access | 'public';
  /** Whether cookies pass in both directions: sessions of people are for the service that made them. */
  cookies: boolean;
}

/**
 * The protocol endpoints and pages: they authenticate clients and users themselves. No form of theirs is
 * larger.
 */
const protocol: Api = {
  publicAddress: 'AUTH_URL',
  strip: '',
  versioned: false,
  maxBodyBytes: MAX_FORM_BYTES,
  access: 'public',
  cookies: true,
};

const accountsApi: Api = {
  publicAddress: 'ACCOUNTS_API_URL',
  strip: '/accounts',
  versioned: true,
  maxBodyBytes: MAX_JSON_BYTES,
  access: { scopes: [scopes.accounts], readScopes: [], company: false },
  cookies: false,
};

/** For the administrators of a company. */
const administrationApi: Api = {
  ...accountsApi,
  access: { scopes: [scopes.accounts], readScopes: [], company: true },
};

const businessApi: Api = {
  publicAddress: 'BASE_URL',
  strip: '/api',
  versioned: true,
  maxBodyBytes: MAX_JSON_BYTES,
  access: { scopes: [scopes.business], readScopes: [scopes.businessRead], company: true },
  cookies: false,
};

/** A prefix of whole path segments in lower case; paths match it in any case. */
type Prefix = `/${string}`;

export interface Route extends Api {
  prefix: Prefix;
  upstream: UpstreamSetting;
}

/** The routes of requests. A path that is not listed here is 404 and reaches no service. */
export const routes: readonly Route[] = [
  { prefix: '/auth', upstream: 'IDENTITY_URL', ...protocol },
  { prefix: '/.well-known/oauth-authorization-server/auth', upstream: 'IDENTITY_URL', ...protocol },
  { prefix: '/accounts/users/me', upstream: 'ACCOUNTS_URL', ...accountsApi },
  { prefix: '/accounts/users', upstream: 'ACCOUNTS_URL', ...administrationApi },
  { prefix: '/accounts/roles', upstream: 'ACCOUNTS_URL', ...administrationApi },
  { prefix: '/accounts/roleassignments', upstream: 'ACCOUNTS_URL', ...administrationApi },
  { prefix: '/accounts/serviceclients', upstream: 'ACCOUNTS_URL', ...administrationApi },
  { prefix: '/accounts/company', upstream: 'ACCOUNTS_URL', ...administrationApi },
  { prefix: '/accounts/audit', upstream: 'ACCOUNTS_URL', ...administrationApi },
  { prefix: '/accounts', upstream: 'ACCOUNTS_URL', ...accountsApi },
  { prefix: '/api/hazards', upstream: 'HAZARDS_EVENTS_URL', ...businessApi },
  { prefix: '/api/events', upstream: 'HAZARDS_EVENTS_URL', ...businessApi },
  { prefix: '/api/actions', upstream: 'HAZARDS_EVENTS_URL', ...businessApi },
  { prefix: '/api/codelists', upstream: 'HAZARDS_EVENTS_URL', ...businessApi },
  { prefix: '/api/personnel', upstream: 'PERSONNEL_ORG_URL', ...businessApi },
  { prefix: '/api/associate', upstream: 'PERSONNEL_ORG_URL', ...businessApi },
  { prefix: '/api/orgstructures', upstream: 'PERSONNEL_ORG_URL', ...businessApi },
  { prefix: '/api/users', upstream: 'PERSONNEL_ORG_URL', ...businessApi },
  { prefix: '/api/courses', upstream: 'TRAINING_URL', ...businessApi },
  { prefix: '/api/classes', upstream: 'TRAINING_URL', ...businessApi },
  { prefix: '/api/students', upstream: 'TRAINING_URL', ...businessApi },
  { prefix: '/api/training', upstream: 'TRAINING_URL', ...businessApi },
];

export interface RemovedEndpoint extends Api {
  prefix: Prefix;
  /** The path that replaces it; `*` stands for the rest of the path. */
  successor: string;
}

/** Endpoints of former versions: 410 with their successor, for callers that could have used them. */
export const removedEndpoints: readonly RemovedEndpoint[] = [
  { prefix: '/api/orgstructures/sites', successor: '/orgstructures?type=site', ...businessApi },
  { prefix: '/api/employees', successor: '/personnel*', ...businessApi },
];

/**
 * First segments of a service's own path that only the suite itself may call, whatever the tables above say.
 */
export const neverRouted: ReadonlySet<string> = new Set(['internal', 'health']);
