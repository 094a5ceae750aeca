import { expect, it } from '@jest/globals';
import { Controller, Post, Put, SetMetadata } from '@nestjs/common';
import { z } from 'zod';
import { ACCESS } from '../access/access-metadata.js';
import type { Change } from '../schema/change.js';
import { TakesAddition, TakesChange, TakesId } from '../schema/takes.js';
import { handlersOf } from './handlers.js';
import { derivedCodesOf } from './problem-codes.js';

const schema = z.object({ name: z.string() });
type Value = z.output<typeof schema>;
const inCompany = SetMetadata(ACCESS, { scopes: [], company: true });

@Controller('rows')
class RowsController {
  @Put(':id')
  @inCompany
  change(@TakesId() _id: string, @TakesChange(schema) _change: Change<Value>) {}

  @Post(':id/parts')
  @inCompany
  add(@TakesId() _id: string, @TakesAddition(schema) _change: Change<Value>) {}

  @Post(':id/parts')
  @inCompany
  addToVersion(@TakesId() _id: string, @TakesAddition(schema, { ifMatch: true }) _change: Change<Value>) {}

  @Put('company')
  @inCompany
  changeCompany(@TakesChange(schema) _change: Change<Value>) {}

  @Put('me')
  changeOwn(@TakesChange(schema) _change: Change<Value>) {}
}

it.each([
  ['change', ['archived', 'not-found', 'precondition-required', 'version-mismatch']],
  ['add', ['archived', 'not-found']],
  ['addToVersion', ['archived', 'not-found', 'version-mismatch']],
  ['changeCompany', ['precondition-required', 'version-mismatch']],
  ['changeOwn', ['version-mismatch']],
])('%s: of a row and its version %j', (name, expected) => {
  const handler = handlersOf(RowsController).find((one) => one.name === `RowsController.${name}`);
  if (!handler) throw new Error(`There is no ${name}`);
  const codes = [...derivedCodesOf(handler)];
  expect(codes.filter((code) => /archived|not-found|version-m|precondition/.test(code)).sort()).toEqual(
    expected,
  );
});
