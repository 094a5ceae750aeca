import { expect, it } from '@jest/globals';
import { Controller, Post, Put, SetMetadata } from '@nestjs/common';
import { z } from 'zod';
import { ACCESS } from '../access/access-metadata.js';
import type { Change } from '../schema/change.js';
import { TakesAddition, TakesChange } from '../schema/takes.js';
import { handlersOf } from './handlers.js';
import { derivedCodesOf } from './problem-codes.js';

const schema = z.object({ name: z.string() });
type Value = z.output<typeof schema>;
const inCompany = SetMetadata(ACCESS, { scopes: [], company: true });

@Controller('rows')
class RowsController {
  @Put()
  @inCompany
  change(@TakesChange(schema) _change: Change<Value>) {}

  @Post()
  @inCompany
  add(@TakesAddition(schema) _change: Change<Value>) {}

  @Post()
  @inCompany
  addToVersion(@TakesAddition(schema, { ifMatch: true }) _change: Change<Value>) {}

  @Put()
  changeOwn(@TakesChange(schema) _change: Change<Value>) {}
}

it.each([
  ['change', ['archived', 'precondition-required', 'version-mismatch']],
  ['add', ['archived']],
  ['addToVersion', ['archived', 'version-mismatch']],
  ['changeOwn', ['version-mismatch']],
])('%s: of a row and its version %j', (name, expected) => {
  const handler = handlersOf(RowsController).find((one) => one.name === `RowsController.${name}`);
  if (!handler) throw new Error(`There is no ${name}`);
  const codes = [...derivedCodesOf(handler)];
  expect(codes.filter((code) => /archived|version-m|precondition/.test(code)).sort()).toEqual(expected);
});
