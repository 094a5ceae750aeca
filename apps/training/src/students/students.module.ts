import { Module } from '@nestjs/common';
import { RowsModule } from '../rows.module.js';
import { Cancellation } from './cancellation.js';
import { ClassCancellation } from './class-cancellation.js';
import { ClassCompletion } from './class-completion.js';
import { Enrolment } from './enrolment.js';
import { Grading } from './grading.js';
import { LeavingStudents } from './leaving-students.js';
import { Prerequisites } from './prerequisites.js';
import { Restoration } from './restoration.js';
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
    LeavingStudents,
    Cancellation,
    Restoration,
    WaitingList,
    ClassCompletion,
    ClassCancellation,
  ],
  exports: [StudentsService, Enrolment, WaitingList, ClassCompletion, ClassCancellation],
})
export class StudentsModule {}
