import { Controller, Get } from '@nestjs/common';
import { AccountsApi, CurrentCaller } from '@safety/auth-guard';
import { type ListMyCompanies, listMyCompaniesSchema, myCompanySchema, pageOf } from '@safety/contracts';
import { type Caller, Returns, TakesQuery } from '@safety/platform';
import { CompaniesService } from './companies.service.js';

@Controller('companies')
@AccountsApi()
export class CompaniesController {
  constructor(private readonly companies: CompaniesService) {}

  @Get('me')
  @Returns(pageOf(myCompanySchema, { asOf: 'When the list was read.' }), {
    errors: ['invalid-cursor', 'too-many-ids'],
  })
  my(@CurrentCaller() caller: Caller, @TakesQuery(listMyCompaniesSchema) query: ListMyCompanies) {
    return this.companies.page(caller, query);
  }
}
