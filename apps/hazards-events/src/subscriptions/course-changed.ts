import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnState } from '@safety/bus';
import { type CourseState, courseChanged } from '@safety/contracts';
import { Courses } from '../read-models/courses.js';

/** Courses change in training; actions may come from one. */
@Controller()
export class CourseChangedSubscription {
  constructor(private readonly courses: Courses) {}

  @OnState(courseChanged)
  keep(@Payload() course: CourseState, @Ctx() { companyId }: BusContext): Promise<void> {
    return this.courses.keep(companyId, course);
  }
}
