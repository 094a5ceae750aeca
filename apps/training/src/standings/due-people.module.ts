import { Module } from '@nestjs/common';
import { DuePeople } from './due-people.js';

/** What changes standings notes whose they are. */
@Module({ providers: [DuePeople], exports: [DuePeople] })
export class DuePeopleModule {}
