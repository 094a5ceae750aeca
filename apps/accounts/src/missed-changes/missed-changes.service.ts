import { Injectable } from '@nestjs/common';
import { generationOf } from '@safety/bus/outbox';
import {
  companyChanged,
  emailChangeRequested,
  type MissedChanges,
  userChanged,
  userInvited,
} from '@safety/contracts';
import { runStatement } from '@safety/persistence';
import { DataSource } from 'typeorm';

/** Identity acts on these, and can be told of them twice. */
const NAMES = [userChanged.name, companyChanged.name, userInvited.name, emailChangeRequested.name];
const PAGE = 200;
/** Longer than two transactions in a row: none that began before still has a number to show. */
const SETTLED_AFTER = '60 seconds';

interface Row {
  number: string;
  settled: boolean;
  message: MissedChanges['changes'][number]['message'];
}

/** The newest messages of the outbox, for a reader that does without Redis. */
@Injectable()
export class MissedChangesService {
  constructor(private readonly dataSource: DataSource) {}

  /** Those with greater numbers. The newest state of each user and company is always among them. */
  async after(number: number): Promise<MissedChanges> {
    const { rows } = await runStatement<Row>(
      this.dataSource,
      `SELECT id AS number, created_at < now() - interval '${SETTLED_AFTER}' AS settled,
         envelope - 'stream' AS message
       FROM outbox WHERE id > $1 AND envelope ->> 'type' = ANY ($2) ORDER BY id LIMIT ${PAGE}`,
      [number, NAMES],
    );
    const changes = rows.map((row) => ({ ...row, number: Number(row.number) }));
    return { changes, more: rows.length === PAGE, generation: await generationOf(this.dataSource) };
  }
}
