import { Controller, Get } from '@nestjs/common';
import { AccountsApi, CurrentCaller } from '@safety/auth-guard';
import { type ListMyCompanies, listMyCompaniesSchema, myCompanySchema, pageOf } from '@safety/contracts';
import { type Caller, Resource, Returns, Summary, TakesQuery } from '@safety/platform';
import { CompaniesService } from './companies.service.js';

@Controller('companies')
@Resource({
  one: 'a company',
  many: 'companies',
  about: 'Companies are the businesses that a user belongs to; their ids are values of `X-Company-Context`.',
})
@AccountsApi()
export class CompaniesController {
  constructor(private readonly companies: CompaniesService) {}

  @Get('me')
  @Summary('List my companies', 'One page of the companies that the user of the access token belongs to.')
  @Returns(pageOf(myCompanySchema, { asOf: 'When the list was read.' }))
  my(@CurrentCaller() caller: Caller, @TakesQuery(listMyCompaniesSchema) query: ListMyCompanies) {
    return this.companies.page(caller, query);
  }
}
