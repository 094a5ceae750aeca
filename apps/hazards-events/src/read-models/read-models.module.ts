import { Module } from '@nestjs/common';
import { OrgStructureReadModel } from './org-structure-read-model.js';
import { People } from './people.js';

/** What personnel-org owns and this service only reads. */
@Module({ providers: [OrgStructureReadModel, People], exports: [OrgStructureReadModel, People] })
export class ReadModelsModule {}
