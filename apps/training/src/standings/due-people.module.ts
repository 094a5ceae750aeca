import { Module } from '@nestjs/common';
import { DueChanges } from './due-changes.js';
import { DuePeople } from './due-people.js';

/** Every change of standings notes the people concerned. */
@Module({ providers: [DuePeople, DueChanges], exports: [DuePeople, DueChanges] })
export class DuePeopleModule {}
