import { Column, PrimaryColumn } from 'typeorm';

/** The columns that every tenant table has. The tenant leads the key, so a table can be distributed by it. */
export abstract class CompanyRecord {
  @PrimaryColumn('uuid') companyId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('int') version!: number;
  @Column('timestamptz') createdAt!: Date;
  @Column('uuid', { nullable: true }) createdByUserId!: string | null;
  @Column('timestamptz') modifiedAt!: Date;
  @Column('uuid', { nullable: true }) modifiedByUserId!: string | null;
  @Column({ type: 'boolean', generatedType: 'STORED', asExpression: 'archived_at IS NOT NULL' })
  archived!: boolean;
  @Column('timestamptz', { nullable: true }) archivedAt!: Date | null;
  @Column('uuid', { nullable: true }) archivedByUserId!: string | null;
  @Column('text', { nullable: true }) externalId!: string | null;
  @Column('jsonb') customFields!: Record<string, string | number | boolean | null>;
}

/** Those of its columns that say that a row was written, not what it says. */
export const recordMembers = [
  'companyId',
  'id',
  'version',
  'createdAt',
  'createdByUserId',
  'modifiedAt',
  'modifiedByUserId',
  'archived',
  'archivedAt',
  'archivedByUserId',
] as const satisfies (keyof CompanyRecord)[];

/**
 * A row whose id its client may have made, and whose creation the client may repeat; see `ClientMadeRows`.
 */
export abstract class ClientMadeRecord extends CompanyRecord {
  /** Of the request that has added the row, if it made the id. Never read with the row. */
  @Column('bytea', { nullable: true, select: false }) protected creationDigest!: Buffer | null;
}

/** The members that a service gives when it adds a row; the rest is set by `CompanyRows`. */
export type NewRow<Row extends CompanyRecord> = Omit<Row, keyof CompanyRecord> & {
  [Member in 'id' | 'externalId' | 'customFields']?: Row[Member] | undefined;
};
