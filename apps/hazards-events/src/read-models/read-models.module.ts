import { Module } from '@nestjs/common';
import { People } from './people.js';
import { Places } from './places.js';

/** What personnel-org owns and this service only reads. */
@Module({ providers: [Places, People], exports: [Places, People] })
export class ReadModelsModule {}
