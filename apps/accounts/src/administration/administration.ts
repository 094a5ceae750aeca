import { Injectable } from '@nestjs/common';
import { type CompanyContext, companyPermissions, reachOf } from '@safety/contracts';
import { type CompanyActor, CompanyTransactions } from '@safety/persistence';
import { permissionDenied } from '@safety/platform';
import { UserMessages } from '../memberships/user-messages.js';
import { UsersToPublish } from '../memberships/users-to-publish.js';
import { heldEverywhere, keepAdministrators, takeTurns } from './kept-administrator.js';

/** Rules that all changes of users, roles and assignments share. */
@Injectable()
export class Administration {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly messages: UserMessages,
    private readonly toPublish: UsersToPublish,
  ) {}

  /**
   * Waits for the others who change users, roles or assignments of the company. Throws 403 when one of them
   * has taken from the caller what the caller came with.
   */
  async takeTurns(company: CompanyActor | CompanyContext): Promise<void> {
    const { companyId } = company;
    const { client } = this.transactions.current(companyId);
    await takeTurns(client, [companyId]);
    if (!('assignments' in company) || company.isServiceClient) return;
    const everywhere = (await heldEverywhere(client, [companyId])).get(companyId);
    const held = everywhere?.get(company.userId)?.permissions;
    const taken = companyPermissions.find(
      (name) => reachOf(company, name) === 'everywhere' && !held?.has(name),
    );
    if (taken) throw permissionDenied(taken);
  }

  /** Takes turns, and refuses work after which nobody administers the company any more: 409. */
  async keepAdministrator<Result>(company: CompanyContext, work: () => Promise<Result>): Promise<Result> {
    await this.takeTurns(company);
    const { companyId } = company;
    return keepAdministrators(this.transactions.current(companyId).client, [companyId], work);
  }

  /**
   * Makes every process ask again for what these users may do, and has their `role` claims published
   * after the commit.
   */
  async publishUsers(company: CompanyContext, userIds: readonly string[]): Promise<void> {
    // Before all other messages: nobody waits for those about thousands of users.
    await this.dropMemberships(company, userIds);
    await this.publishClaims(company, userIds);
  }

  /** Has the `role` claims of these users published after the commit. */
  async publishClaims({ companyId }: CompanyContext, userIds: readonly string[]): Promise<void> {
    if (userIds.length === 0) return;
    const transaction = this.transactions.current(companyId);
    transaction.beforeCommit.set(`users ${userIds.join()}`, () => this.toPublish.add(transaction, userIds));
  }

  /** Makes every process ask again for what these users and service clients may do. */
  async dropMemberships({ companyId }: CompanyActor, ids: readonly string[]): Promise<void> {
    await this.messages.dropMemberships(this.transactions.current(companyId), ids);
  }

  /** Makes every process ask again for the memberships of all users and service clients of the company. */
  async forgetMemberships({ companyId }: CompanyActor): Promise<void> {
    await this.messages.dropMembershipsOf(this.transactions.current(companyId), companyId);
  }
}
