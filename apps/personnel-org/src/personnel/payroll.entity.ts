import { CompanyRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

/** The payroll details of a person; the id is that of the person. */
@Entity('payrolls')
export class PayrollRecord extends CompanyRecord {
  /** All of it, encrypted. */
  @Column('bytea') details!: Buffer;
  /** Equal for equal payroll numbers of a company, and tells nothing of them. */
  @Column('bytea', { nullable: true }) payrollNumberDigest!: Buffer | null;
}
