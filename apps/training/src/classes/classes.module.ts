import { Module } from '@nestjs/common';
import { RowsModule } from '../rows.module.js';
import { StudentsModule } from '../students/students.module.js';
import { ClassReferences } from './class-references.js';
import { ClassTransitions } from './class-transitions.js';
import { ClassViews } from './class-views.js';
import { ClassesController } from './classes.controller.js';
import { ClassesService } from './classes.service.js';

@Module({
  imports: [RowsModule, StudentsModule],
  controllers: [ClassesController],
  providers: [ClassesService, ClassTransitions, ClassReferences, ClassViews],
})
export class ClassesModule {}
