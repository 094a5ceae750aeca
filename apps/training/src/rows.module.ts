import { Module } from '@nestjs/common';
import { ClassRows } from './classes/classes.rows.js';
import { Seats } from './classes/seats.js';
import { CourseRows } from './courses/courses.rows.js';
import { ReadModelsModule } from './read-models/read-models.module.js';
import { AssignmentRows } from './standings/assignments.rows.js';
import { DuePeopleModule } from './standings/due-people.module.js';
import { StandingRows } from './standings/standings.rows.js';
import { StudentRows } from './students/students.rows.js';
import { TrainingRecordRows } from './training-records/training-records.rows.js';

const rows = [CourseRows, ClassRows, Seats, StudentRows, TrainingRecordRows, AssignmentRows, StandingRows];

/** The tables of the service: each feature looks into those of the others. */
@Module({
  imports: [ReadModelsModule, DuePeopleModule],
  providers: rows,
  exports: [ReadModelsModule, DuePeopleModule, ...rows],
})
export class RowsModule {}
