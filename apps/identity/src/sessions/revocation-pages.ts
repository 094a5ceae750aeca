import { Injectable } from '@nestjs/common';
import type { Revocation, RevocationPage } from '@safety/contracts';
import { Database } from '../storage/database/database.js';
import type { RevocationKind } from './revocations.js';

/** A page takes some milliseconds of the event loop, however many revocations there are. */
const PAGE_SIZE = 1_000;
/** A transaction, and a row of it. */
export const POSITION = /^\d{1,19}-\d{1,18}$/;
const BEGINNING = '0-0';

interface Row {
  place: string;
  kind: RevocationKind;
  subject: string;
  issuedBefore: number;
  until: number;
}

/**
 * The revocations that are still needed, in the order of the transactions that wrote them. Numbers of rows
 * would not do: they are given before transactions commit, so a smaller one can appear behind a larger one.
 */
@Injectable()
export class RevocationPages {
  constructor(private readonly database: Database) {}

  /** The page behind a position; from the beginning without one, or with one that is not from this server. */
  async after(position = BEGINNING): Promise<RevocationPage> {
    // First: what commits between the two questions is behind this position.
    const [now] = await this.database.rows<{ settled: string; end: string }>(
      `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS settled,
         pg_snapshot_xmax(pg_current_snapshot())::text AS "end"`,
    );
    const { settled, end } = now as { settled: string; end: string };
    const [transaction = '0', row = '0'] = position.split('-');
    const from = BigInt(transaction) > BigInt(end) ? ['0', '0'] : [transaction, row];
    const rows = await this.database.rows<Row>(
      `SELECT transaction_id || '-' || id AS place, kind, subject,
         extract(epoch FROM issued_before)::int AS "issuedBefore", extract(epoch FROM until)::int AS until
       FROM revocations WHERE until > now() AND (transaction_id, id) > ($1::xid8, $2::bigint)
       ORDER BY transaction_id, id LIMIT ${PAGE_SIZE}`,
      from,
    );
    return {
      revocations: rows.map(asRevocation),
      next: rows.length === PAGE_SIZE ? (rows.at(-1)?.place ?? null) : null,
      position: `${settled}-0`,
    };
  }
}

function asRevocation({ kind, subject, issuedBefore, until }: Row): Revocation {
  if (kind !== 'subAtClient') return { [kind]: subject, issuedBefore, until };
  const [sub, clientId] = JSON.parse(subject) as [string, string];
  return { sub, clientId, issuedBefore, until };
}
