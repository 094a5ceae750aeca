import { Injectable } from '@nestjs/common';
import type { AccessTokenClaims, Revocation } from '@safety/contracts';

/** About 30 MB; identity would have to end 27 sessions a second for as long as a token lives to fill it. */
const MAX_ENTRIES = 100_000;

interface Entry {
  /** Tokens issued before this second are refused. */
  issuedBefore: number;
  /** From this second on no such token is alive. */
  until: number;
}

/** The revocations of one kind of claim, by its value. */
type Subjects = Map<string, Entry>;

/**
 * Which access tokens have ended before their time, in memory. Messages that come twice or out of order add
 * up to the same.
 */
@Injectable()
export class Revocations {
  private readonly sids: Subjects = new Map();
  private readonly grants: Subjects = new Map();
  private readonly users: Subjects = new Map();
  private readonly clients: Subjects = new Map();
  private readonly tokens: Subjects = new Map();
  private known = false;

  /** Whether identity has told all of them at least once since this process started. */
  get areKnown(): boolean {
    return this.known;
  }

  /** Adds everything that identity knows and drops what is over by now. */
  learn(revocations: readonly Revocation[]): void {
    this.dropExpired();
    for (const revocation of revocations) this.add(revocation);
    this.known = true;
  }

  add({ sid, grantId, userId, clientId, jti, issuedBefore, until }: Revocation): void {
    const entry = { issuedBefore, until };
    if (sid !== undefined) remember(this.sids, sid, entry);
    if (grantId !== undefined) remember(this.grants, grantId, entry);
    if (userId !== undefined) remember(this.users, userId, entry);
    if (clientId !== undefined) remember(this.clients, clientId, entry);
    if (jti !== undefined) remember(this.tokens, jti, entry);
  }

  /** Whether a token with these claims is to be refused. */
  cover({ sid, grant_id, sub, client_id, jti, iat }: AccessTokenClaims): boolean {
    return (
      isOver(this.sids, sid, iat) ||
      isOver(this.grants, grant_id, iat) ||
      isOver(this.users, sub, iat) ||
      isOver(this.clients, client_id, iat) ||
      isOver(this.tokens, jti, iat)
    );
  }

  private dropExpired(): void {
    const now = Date.now() / 1000;
    for (const subjects of [this.sids, this.grants, this.users, this.clients, this.tokens]) {
      for (const [subject, { until }] of subjects) if (until < now) subjects.delete(subject);
    }
  }
}

function isOver(subjects: Subjects, subject: string | undefined, iat: number): boolean {
  if (subject === undefined || subjects.size === 0) return false;
  const entry = subjects.get(subject);
  return entry !== undefined && iat < entry.issuedBefore;
}

function remember(subjects: Subjects, subject: string, entry: Entry): void {
  const known = subjects.get(subject);
  const issuedBefore = Math.max(entry.issuedBefore, known?.issuedBefore ?? 0);
  const until = Math.max(entry.until, known?.until ?? 0);
  subjects.delete(subject);
  subjects.set(subject, { issuedBefore, until });
  if (subjects.size <= MAX_ENTRIES) return;
  // The one that was told first is the one whose tokens die first.
  for (const oldest of subjects.keys()) {
    subjects.delete(oldest);
    return;
  }
}
