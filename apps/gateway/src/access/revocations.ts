import { Injectable } from '@nestjs/common';
import type { AccessTokenClaims, Revocation } from '@safety/contracts';

interface Entry {
  /** Tokens issued before this second are refused. */
  issuedBefore: number;
  /** From this second on no such token is alive. */
  until: number;
}

/**
 * The revocations of one kind of claim, by its value. Most refuse every token that can still live: of those
 * `until` alone is kept, which is what lets a hundred thousand fit in some megabytes.
 */
type Subjects = Map<string, number | Entry>;

/**
 * Which access tokens have ended before their time, in memory. Messages that come twice or out of order add
 * up to the same. Nothing is forgotten while such a token can live: identity bounds how many one subject can
 * cause.
 */
@Injectable()
export class Revocations {
  private readonly sids: Subjects = new Map();
  private readonly grants: Subjects = new Map();
  private readonly users: Subjects = new Map();
  private readonly clients: Subjects = new Map();
  private readonly tokens: Subjects = new Map();
  private readonly holders: Subjects = new Map();
  private known = false;

  /** Whether identity has sent all of them at least once since this process started. */
  get areKnown(): boolean {
    return this.known;
  }

  /** Identity has sent everything that it knew when it was asked. */
  markKnown(): void {
    this.forgetExpired();
    this.known = true;
  }

  add({ sid, grantId, userId, clientId, sub, jti, issuedBefore, until }: Revocation): void {
    const entry = { issuedBefore, until };
    if (sid !== undefined) remember(this.sids, sid, entry);
    if (grantId !== undefined) remember(this.grants, grantId, entry);
    if (userId !== undefined) remember(this.users, userId, entry);
    if (sub !== undefined) remember(this.holders, holderOf(sub, clientId), entry);
    else if (clientId !== undefined) remember(this.clients, clientId, entry);
    if (jti !== undefined) remember(this.tokens, jti, entry);
  }

  /** Whether a token with these claims is to be refused. */
  cover({ sid, grant_id, sub, client_id, jti, iat }: AccessTokenClaims): boolean {
    return (
      isOver(this.sids, sid, iat) ||
      isOver(this.grants, grant_id, iat) ||
      isOver(this.users, sub, iat) ||
      isOver(this.clients, client_id, iat) ||
      isOver(this.tokens, jti, iat) ||
      (this.holders.size > 0 && isOver(this.holders, holderOf(sub, client_id), iat))
    );
  }

  private forgetExpired(): void {
    const now = Date.now() / 1000;
    for (const subjects of [this.sids, this.grants, this.users, this.clients, this.tokens, this.holders]) {
      for (const [subject, kept] of subjects) if (entryOf(kept).until < now) subjects.delete(subject);
    }
  }
}

/** Neither has a blank. */
const holderOf = (sub: string, clientId = ''): string => `${sub} ${clientId}`;

const entryOf = (kept: number | Entry): Entry =>
  typeof kept === 'number' ? { issuedBefore: kept, until: kept } : kept;

function isOver(subjects: Subjects, subject: string | undefined, iat: number): boolean {
  const kept = subject === undefined ? undefined : subjects.get(subject);
  return kept !== undefined && iat < entryOf(kept).issuedBefore;
}

function remember(subjects: Subjects, subject: string, entry: Entry): void {
  const known = entryOf(subjects.get(subject) ?? 0);
  const issuedBefore = Math.max(entry.issuedBefore, known.issuedBefore);
  const until = Math.max(entry.until, known.until);
  subjects.set(subject, issuedBefore === until ? until : { issuedBefore, until });
}
