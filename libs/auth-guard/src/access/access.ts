import { applyDecorators, SetMetadata } from '@nestjs/common';
import { type Permission, scopes } from '@safety/contracts';
import {
  ACCESS,
  type Access,
  EVERYWHERE,
  FOR_MEMBERS,
  FOR_USERS,
  REQUIRES,
  SIGN_IN,
  type SignInDemand,
  TERMS,
} from '@safety/platform';

const access = (metadata: Access) => SetMetadata(ACCESS, metadata);

/** Handlers of the business API: its scope, and one company for each request. */
export const BusinessApi = (): ClassDecorator & MethodDecorator =>
  access({ scopes: [scopes.business], readScopes: [scopes.businessRead], company: true });

/** Handlers of the accounts API: its scope, no company. */
export const AccountsApi = (): ClassDecorator & MethodDecorator =>
  access({ scopes: [scopes.accounts], readScopes: [], company: false });

/** Handlers of the accounts API that administer one company: its scope, and that company. */
export const AdministrationApi = (): ClassDecorator & MethodDecorator =>
  access({ scopes: [scopes.accounts], readScopes: [], company: true });

/**
 * Handlers that only other services call, on the token of the user they work for. Any valid token will do:
 * what its scope allows is judged by the service that the user called.
 */
export const InternalApi = (): ClassDecorator & MethodDecorator =>
  access({ scopes: [], readScopes: [], company: false });

/**
 * The caller needs this permission somewhere in the company; where exactly is for the service to say. `terms`
 * tell the reference of that, and of what the service demands beside it, in sentences.
 */
export const Requires = (permission: Permission, terms?: string): MethodDecorator =>
  applyDecorators(SetMetadata(REQUIRES, permission), ...(terms ? [SetMetadata(TERMS, terms)] : []));

/** The caller needs this permission in the whole company: what the handler does knows no org structure. */
export const RequiresEverywhere = (permission: Permission): MethodDecorator =>
  applyDecorators(SetMetadata(REQUIRES, permission), SetMetadata(EVERYWHERE, true));

/** Users alone may call it: it is about the user of the token. A service client is refused: 403. */
export const ForUsers = (): ClassDecorator & MethodDecorator => SetMetadata(FOR_USERS, true);

/** The user has to have signed in as recently, or as strongly, as this says: else 401 (RFC 9470). */
export const RequiresSignIn = (demand: SignInDemand): ClassDecorator & MethodDecorator =>
  SetMetadata(SIGN_IN, demand);

/** Every member of the company may call it: what it answers is about the caller, or nobody's secret. */
export const ForEveryMember = (): MethodDecorator => SetMetadata(FOR_MEMBERS, true);
