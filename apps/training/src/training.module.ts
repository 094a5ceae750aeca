import { Module } from '@nestjs/common';
import { AuthGuardModule } from '@safety/auth-guard';
import { OutboxModule } from '@safety/bus/outbox';
import { PersistenceModule } from '@safety/persistence';
import { TrainingClass } from './classes/class.entity.js';
import { ClassesModule } from './classes/classes.module.js';
import { Course } from './courses/course.entity.js';
import { CoursesModule } from './courses/courses.module.js';
import { GapsModule } from './gaps/gaps.module.js';
import { Assignment } from './standings/assignment.entity.js';
import { IndexedStanding, Standing } from './standings/standing.entity.js';
import { StandingsModule } from './standings/standings.module.js';
import { Student } from './students/student.entity.js';
import { StudentsModule } from './students/students.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { TrainingRecord } from './training-records/training-record.entity.js';
import { TrainingRecordsModule } from './training-records/training-records.module.js';

@Module({
  imports: [
    PersistenceModule.forCompanies({
      first: 'CreateCourses1790000000001',
      entities: [Course, TrainingClass, Student, TrainingRecord, Assignment, Standing, IndexedStanding],
    }),
    OutboxModule.forCompanies('training'),
    AuthGuardModule,
    SubscriptionsModule,
    CoursesModule,
    ClassesModule,
    StudentsModule,
    TrainingRecordsModule,
    GapsModule,
    StandingsModule,
  ],
})
export class TrainingModule {}
