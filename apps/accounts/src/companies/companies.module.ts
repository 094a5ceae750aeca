import { Module } from '@nestjs/common';
import { Cursors } from '@safety/persistence';
import { CompaniesController } from './companies.controller.js';
import { CompaniesService } from './companies.service.js';

@Module({ controllers: [CompaniesController], providers: [CompaniesService, Cursors] })
export class CompaniesModule {}
