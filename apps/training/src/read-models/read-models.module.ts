import { Module } from '@nestjs/common';
import { DuePeopleModule } from '../standings/due-people.module.js';
import { Associates } from './associates.js';
import { Companies } from './companies.js';
import { OrgStructureReadModel } from './org-structure-read-model.js';
import { People } from './people.js';
import { Requirements } from './requirements.js';

const readModels = [OrgStructureReadModel, People, Associates, Requirements, Companies];

/** Rows that other services own and this one only reads. */
@Module({ imports: [DuePeopleModule], providers: readModels, exports: readModels })
export class ReadModelsModule {}
