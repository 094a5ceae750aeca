import { Module } from '@nestjs/common';
import { RowsModule } from '../rows.module.js';
import { Cancellation } from './cancellation.js';
import { ClassCompletion } from './class-completion.js';
import { Enrolment } from './enrolment.js';
import { Grading } from './grading.js';
import { Prerequisites } from './prerequisites.js';
import { StudentChanges } from './student-changes.js';
import { StudentsController } from './students.controller.js';
import { StudentsService } from './students.service.js';
import { WaitingList } from './waiting-list.js';

@Module({
  imports: [RowsModule],
  controllers: [StudentsController],
  providers: [
    StudentsService,
    StudentChanges,
    Enrolment,
    Grading,
    Prerequisites,
    Cancellation,
    WaitingList,
    ClassCompletion,
  ],
  exports: [StudentsService, Enrolment, WaitingList, ClassCompletion],
})
export class StudentsModule {}
