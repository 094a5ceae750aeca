import type { Membership } from '@safety/contracts';
import type { Caller } from '@safety/platform';

/**
 * Where the guard learns who may work in which company: of accounts, as `Memberships` asks it. A service that
 * knows memberships itself provides this in a global module.
 */
export abstract class MembershipSource {
  /** The caller's membership in a company; none when there is no such company for the caller. */
  abstract find(caller: Caller, companyId: string): Promise<Membership | undefined>;

  /**
   * Accepts the invitation of the caller to a company, as their first request in it does that is not refused
   * for its scope. None when the invitation was taken back.
   */
  abstract accept(caller: Caller, companyId: string): Promise<Membership | undefined>;
}

/** The token by which a service provides its own source. */
export const OWN_MEMBERSHIPS = Symbol('own memberships');
