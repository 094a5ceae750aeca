import { expect, it } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import { Since } from '../schema/versioned.js';
import { handlersOf } from './handlers.js';
import { versionNotes } from './versions.js';

@Controller('new')
@Since('1.3.0')
class NewController {
  @Get()
  list() {}

  @Get('newer')
  @Since('1.3.1')
  newer() {}
}

@Controller('old')
class OldController {
  @Get()
  list() {}
}

it.each([
  ['list', NewController, ['Since version 1.3.0; it answers in older ones too.']],
  ['newer', NewController, ['Since version 1.3.1; it answers in older ones too.']],
  ['list', OldController, []],
])('%s of %p says since when it is there', (name, controller, notes) => {
  const handler = handlersOf(controller).find((one) => one.name === `${controller.name}.${name}`);
  expect(handler && versionNotes(handler, [handler])).toEqual(notes);
});
