import { availableParallelism } from 'node:os';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { HashWorkers } from './hash-workers.js';
import { type Hash, hashOfNobody, hashPassword, verifyPassword } from './password-hash.js';

/**
 * With several cores one stays free, so that a wave of sign-ins does not hold up those who only exchange a
 * code or refresh.
 */
const CONCURRENCY = Math.max(1, Math.min(3, availableParallelism() - 1));
/**
 * Of known devices, and as many of others. Together they leave more than half of the connections that a
 * gateway has to a process (`CONNECTIONS_TO_PROCESS`) to those who only exchange a code or refresh.
 */
const MOST_WAITING = 46;
/**
 * Within the ten seconds that the gateway gives an answer; who would wait longer is better served by trying
 * again.
 */
const LONGEST_WAIT_MS = 8_000;
/** Longer ones are refused unread: hashing must not become a way to keep us busy. */
export const LONGEST_READ = 1_000;

/** Makes and checks hashes of passwords, a few at a time. */
@Injectable()
export class Passwords implements OnApplicationShutdown {
  private readonly workers = new HashWorkers();
  private readonly argon2id: Hash = (parameters) => this.workers.hash(parameters);
  private readonly limit = new ConcurrencyLimit(CONCURRENCY, MOST_WAITING, LONGEST_WAIT_MS);

  onApplicationShutdown(): Promise<void> {
    return this.workers.stop();
  }

  /**
   * Runs what hashes when it is its turn. Throws `unavailable` when too many wait; `preferred` ones wait for
   * each other only.
   */
  inTurn<Result>(work: () => Promise<Result>, preferred = false): Promise<Result> {
    return this.limit.run(work, preferred);
  }

  /** To be called in turn. A user who does not exist costs as much as one with the wrong password. */
  async matches(stored: string | undefined, password: string): Promise<boolean> {
    const matches = await verifyPassword(
      stored ?? hashOfNobody,
      password.length > LONGEST_READ ? '' : password,
      this.argon2id,
    );
    return matches && stored !== undefined;
  }

  /** Hashes a new password in its turn. The check of it, which began at `since`, is a part of the wait. */
  hash(password: string, since: number): Promise<string> {
    const leftMs = LONGEST_WAIT_MS - (performance.now() - since);
    return this.limit.run(() => hashPassword(password, this.argon2id), true, leftMs);
  }
}
