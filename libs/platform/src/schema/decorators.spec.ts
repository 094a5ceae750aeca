import { expect, it } from '@jest/globals';
import { Body, StreamableFile } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { line, type Page, pageOf, resource } from '@safety/contracts';
import { expectTypeOf } from 'expect-type';
import { z } from 'zod';
import type { Change } from './change.js';
import type { IdentifiedChange } from './identified-change.js';
import { RETURNS, Returns, ReturnsAdded, ReturnsLines, ReturnsNothing, ReturnsStream } from './returns.js';
import { StreamedAnswer, StreamedLines } from './streamed.js';
import {
  TAKES,
  TakesAddition,
  TakesBody,
  TakesChange,
  TakesMergePatch,
  TakesParam,
  TakesQuery,
} from './takes.js';

const bodySchema = z.object({ name: z.string(), when: z.string().transform((text) => new Date(text)) });
type Parsed = z.output<typeof bodySchema>;
const querySchema = z.strictObject({ limit: z.string().transform(Number) });
const lineSchema = z.object({ name: z.string() });
const streamSchema = z.object({ asOf: z.string(), rows: z.array(lineSchema) });
declare const rows: AsyncIterable<{ name: string }[]>;
declare const numbers: AsyncIterable<number[]>;
const answerSchema = z.object({ at: z.date().transform((date) => date.toISOString()) });

// Each mark stands above code that must not compile: were it to compile, tsc would report the unused mark.
class Handlers {
  body(@TakesBody(bodySchema) _body: Parsed) {}

  wider(@TakesBody(bodySchema) _body: { name: string }) {}

  second(_first: number, @TakesBody(bodySchema) _body: Parsed) {}

  // @ts-expect-error the input of the schema is not what the handler gets
  input(@TakesBody(bodySchema) _body: z.input<typeof bodySchema>) {}

  // @ts-expect-error a member that the schema does not promise
  more(@TakesBody(bodySchema) _body: Parsed & { id: string }) {}

  // @ts-expect-error a member of another type
  other(@TakesBody(bodySchema) _body: { name: number }) {}

  // @ts-expect-error the type belongs to the other parameter
  place(_first: Parsed, @TakesBody(bodySchema) _body: string) {}

  addition(@TakesAddition(bodySchema) _addition: Change<Parsed>) {}

  // @ts-expect-error the body is checked once the row above is found
  addedAtOnce(@TakesAddition(bodySchema) _addition: Parsed) {}

  query(@TakesQuery(querySchema) _query: { limit: number }) {}

  // @ts-expect-error the query is parsed before the handler gets it
  text(@TakesQuery(querySchema) _query: { limit: string }) {}

  param(@TakesParam('id', z.string()) _id: string) {}

  // @ts-expect-error a path parameter is text
  number(@TakesParam('id', z.string()) _id: number) {}

  change(@TakesChange(bodySchema) _change: Change<Parsed>) {}

  // @ts-expect-error a change is not checked before its row is found
  changed(@TakesChange(bodySchema) _change: Parsed) {}

  // @ts-expect-error a change to something else
  otherwise(@TakesChange(bodySchema) _change: Change<{ id: string }>) {}

  named(@TakesChange(bodySchema, { idIn: 'body' }) _change: IdentifiedChange<Parsed>) {}

  asAny(@TakesChange(bodySchema, { idIn: 'body' }) _change: Change<Parsed>) {}

  // @ts-expect-error the path names the row, so the change has no id
  unnamed(@TakesChange(bodySchema) _change: IdentifiedChange<Parsed>) {}

  patch(@TakesMergePatch(bodySchema) _patch: Change<Parsed>) {}

  // @ts-expect-error a patch is not checked before it is applied
  patched(@TakesMergePatch(bodySchema) _patch: Parsed) {}
}

const thing = resource('DecoratedThing', { name: line(10) }, {});
type Thing = z.input<typeof thing>;
declare const page: Page<Thing>['page'];
declare const row: Thing;

class Things {
  @Returns(pageOf(thing))
  list() {
    return { data: [row], page };
  }

  // @ts-expect-error a member of another type in the rows of a page
  @Returns(pageOf(thing))
  other() {
    return { data: [{ ...row, name: 42 }], page };
  }

  // @ts-expect-error null where there is always a value
  @Returns(thing)
  empty() {
    return { ...row, name: null };
  }
}

class Answers {
  @Returns(answerSchema)
  now() {
    return { at: new Date(0), extra: 'stripped' };
  }

  @Returns(answerSchema)
  async later() {
    return { at: new Date(0) };
  }

  // @ts-expect-error the wire format is made by the schema, not by the handler
  @Returns(answerSchema)
  text() {
    return { at: '1970-01-01T00:00:00.000Z' };
  }

  // @ts-expect-error a member is missing
  @Returns(answerSchema)
  async less() {
    return {};
  }

  // @ts-expect-error nothing in place of a resource
  @Returns(answerSchema)
  nothing(): void {}

  @ReturnsAdded(answerSchema)
  async added() {
    return { row: { at: new Date(0) }, isNew: true };
  }

  // @ts-expect-error nothing says whether the row is new
  @ReturnsAdded(answerSchema)
  rowAlone() {
    return { at: new Date(0) };
  }

  // @ts-expect-error a row of another type
  @ReturnsAdded(answerSchema)
  otherRow() {
    return { row: { at: 'now' }, isNew: true };
  }

  @ReturnsStream(streamSchema)
  streamed() {
    return StreamedAnswer.json<z.input<typeof streamSchema>, 'rows'>({ asOf: 'now' }, 'rows', rows);
  }

  // @ts-expect-error the rows are of another type
  @ReturnsStream(streamSchema)
  otherRows() {
    return StreamedAnswer.json<{ asOf: string; rows: number[] }, 'rows'>({ asOf: 'now' }, 'rows', numbers);
  }

  // @ts-expect-error nothing says what is in the file
  @ReturnsStream(streamSchema)
  file() {
    return new StreamableFile(Buffer.from('{}'));
  }

  @ReturnsLines(lineSchema)
  lines() {
    return StreamedLines.of(rows, JSON.stringify, { type: 'application/x-ndjson' });
  }

  // @ts-expect-error lines of another type
  @ReturnsLines(lineSchema)
  otherLines() {
    return StreamedLines.of(numbers, String, { type: 'application/x-ndjson' });
  }

  @ReturnsNothing()
  async done(): Promise<void> {}

  // @ts-expect-error a result that would be thrown away
  @ReturnsNothing()
  result() {
    return { at: new Date(0) };
  }
}

it('what a handler takes is remembered for the documents', () => {
  expect(Reflect.getMetadata(TAKES, Handlers.prototype.body)).toMatchObject({ body: bodySchema, params: {} });
  expect(Reflect.getMetadata(TAKES, Handlers.prototype.query)).toMatchObject({ query: querySchema });
  expect(Reflect.getMetadata(TAKES, Handlers.prototype.patch)).toMatchObject({ mergePatch: true });
  expect(Reflect.getMetadata(TAKES, Handlers.prototype.change).idInBody).toBeUndefined();
  expect(Reflect.getMetadata(TAKES, Handlers.prototype.named)).toMatchObject({
    ifMatch: true,
    idInBody: true,
  });
  expect(Object.keys(Reflect.getMetadata(TAKES, Handlers.prototype.param).params)).toEqual(['id']);
});

it('a body is bound as with @Body, with its schema', () => {
  class Plain {
    body(@Body({ schema: bodySchema }) _body: Parsed) {}
  }
  const bound = (type: object) => Reflect.getMetadata(ROUTE_ARGS_METADATA, type, 'body');
  expect(bound(Handlers)).toEqual(bound(Plain));
});

it('what a handler returns is remembered with its status', () => {
  expect(Reflect.getMetadata(RETURNS, Answers.prototype.now)).toMatchObject({
    status: 200,
    schema: answerSchema,
  });
  expect(Reflect.getMetadata(RETURNS, Answers.prototype.added)).toMatchObject({
    status: 201,
    mayBeRepeated: true,
  });
  expect(Reflect.getMetadata(RETURNS, Answers.prototype.done)).toMatchObject({ status: 204, schema: null });
});

it('handlers are typed by what they return', () => {
  expectTypeOf<ReturnType<Things['other']>>().not.toExtend<Page<Thing>>();
  expectTypeOf<ReturnType<Answers['now']>>().toExtend<z.input<typeof answerSchema>>();
  expectTypeOf<ReturnType<Answers['text']>>().not.toExtend<z.input<typeof answerSchema>>();
});
