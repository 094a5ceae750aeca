import { Module } from '@nestjs/common';
import { ClassRows } from './classes/classes.rows.js';
import { Places } from './classes/places.js';
import { CourseRows } from './courses/courses.rows.js';
import { ReadModelsModule } from './read-models/read-models.module.js';
import { StudentRows } from './students/students.rows.js';
import { TrainingRecordRows } from './training-records/training-records.rows.js';

const rows = [CourseRows, ClassRows, Places, StudentRows, TrainingRecordRows];

/** The tables of the service: each feature looks into those of the others. */
@Module({ imports: [ReadModelsModule], providers: rows, exports: [ReadModelsModule, ...rows] })
export class RowsModule {}
