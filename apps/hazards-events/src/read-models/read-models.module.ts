import { Module } from '@nestjs/common';
import { Associates } from './associates.js';
import { CompanyUsers } from './company-users.js';
import { Courses } from './courses.js';
import { OrgStructureReadModel } from './org-structure-read-model.js';
import { People } from './people.js';

const readModels = [OrgStructureReadModel, People, Associates, CompanyUsers, Courses];

/** The parts of other services' data that this service only reads. */
@Module({ providers: readModels, exports: readModels })
export class ReadModelsModule {}
