import { Controller, Get, Patch, Put } from '@nestjs/common';
import { AdministrationApi, Company, ForEveryMember, RequiresEverywhere } from '@safety/auth-guard';
import {
  type CompanyContext,
  companySettingsSchema,
  type SaveCompanySettings,
  saveCompanySettingsSchema,
} from '@safety/contracts';
import { type Change, Resource, Returns, Summary, TakesChange, TakesMergePatch } from '@safety/platform';
import { CompanyService } from './company.service.js';

@Controller('company')
@Resource({
  one: 'the company',
  many: 'the company',
  group: 'Company',
  about: 'The company of `X-Company-Context` with the settings that its administrators keep.',
})
@AdministrationApi()
export class CompanyController {
  constructor(private readonly company: CompanyService) {}

  @Get()
  @ForEveryMember()
  @Summary('Get the company', 'The company of the request with its settings.')
  @Returns(companySettingsSchema)
  get(@Company() company: CompanyContext) {
    return this.company.get(company);
  }

  @Put()
  @RequiresEverywhere('company.manage')
  @Summary('Replace company settings', 'Settings that are left out become the usual ones.')
  @Returns(companySettingsSchema)
  replace(
    @Company() company: CompanyContext,
    @TakesChange(saveCompanySettingsSchema) change: Change<SaveCompanySettings>,
  ) {
    return this.company.change(company, change);
  }

  @Patch()
  @RequiresEverywhere('company.manage')
  @Summary('Change company settings', 'A merge patch: settings that are left out stay.')
  @Returns(companySettingsSchema)
  patch(
    @Company() company: CompanyContext,
    @TakesMergePatch(saveCompanySettingsSchema) change: Change<SaveCompanySettings>,
  ) {
    return this.company.change(company, change);
  }
}
