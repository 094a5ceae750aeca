import { Module } from '@nestjs/common';
import { AuthGuardModule } from '@safety/auth-guard';
import { OutboxModule } from '@safety/bus/outbox';
import { PersistenceModule } from '@safety/persistence';
import { Course } from './courses/course.entity.js';
import { CoursesModule } from './courses/courses.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';

@Module({
  imports: [
    PersistenceModule.forCompanies({ entities: [Course] }),
    OutboxModule.forCompanies('training'),
    AuthGuardModule,
    SubscriptionsModule,
    CoursesModule,
  ],
})
export class TrainingModule {}
