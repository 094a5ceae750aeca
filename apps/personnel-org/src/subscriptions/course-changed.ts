import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnState } from '@safety/bus';
import { type CourseState, courseChanged } from '@safety/contracts';
import { Courses } from '../org-structures/courses.js';

/** Training owns the courses; items require them. */
@Controller()
export class CourseChangedSubscription {
  constructor(private readonly courses: Courses) {}

  @OnState(courseChanged)
  keep(@Payload() course: CourseState, @Ctx() { companyId }: BusContext): Promise<void> {
    return this.courses.keep(companyId, course);
  }
}
