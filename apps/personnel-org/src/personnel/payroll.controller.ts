import { Controller, Get, Put } from '@nestjs/common';
import { BusinessApi, Company } from '@safety/auth-guard';
import { type CompanyContext, payrollSchema, type SavePayroll, savePayrollSchema } from '@safety/contracts';
import { RecordsReads } from '@safety/persistence';
import { type Change, Resource, Returns, TakesChange, TakesId } from '@safety/platform';
import { PayrollService } from './payroll.service.js';
import { ReadsSensitive, WritesSensitive } from './sensitive-handlers.js';

@Controller('personnel/:id/payroll')
@Resource({ one: 'the payroll of a person', many: 'payrolls', group: 'personnel' })
@BusinessApi()
export class PayrollController {
  constructor(private readonly payrolls: PayrollService) {}

  @Get()
  @ReadsSensitive()
  @RecordsReads()
  @Returns(payrollSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.payrolls.get(company, id);
  }

  @Put()
  @WritesSensitive()
  @Returns(payrollSchema, { errors: ['duplicate'] })
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(savePayrollSchema) change: Change<SavePayroll>,
  ) {
    return this.payrolls.replace(company, id, change);
  }
}
