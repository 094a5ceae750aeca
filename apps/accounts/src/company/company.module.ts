import { Module } from '@nestjs/common';
import { AdministrationModule } from '../administration/administration.module.js';
import { CompanyController } from './company.controller.js';
import { CompanyService } from './company.service.js';

@Module({ imports: [AdministrationModule], controllers: [CompanyController], providers: [CompanyService] })
export class CompanyModule {}
