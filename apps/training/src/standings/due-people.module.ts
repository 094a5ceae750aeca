import { Module } from '@nestjs/common';
import { DuePeople } from './due-people.js';

/** Every change of standings notes the people concerned. */
@Module({ providers: [DuePeople], exports: [DuePeople] })
export class DuePeopleModule {}
