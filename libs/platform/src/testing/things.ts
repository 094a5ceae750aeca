import { once } from 'node:events';
import {
  Controller,
  Delete,
  Get,
  HttpException,
  Module,
  type OnApplicationShutdown,
  Patch,
  Post,
  Put,
} from '@nestjs/common';
import { idSchema, line, listQuery, type Page, pageOf, resource, saved } from '@safety/contracts';
import { z } from 'zod';
import { Public } from '../access/access-metadata.js';
import { checkPrecondition, type Precondition } from '../http/api/precondition.js';
import { InjectLogger, type Logger } from '../logging/logger.token.js';
import { notFound } from '../problems/problem-error.js';
import type { Change } from '../schema/change.js';
import { Deprecated } from '../schema/deprecated.js';
import { Returns, ReturnsNothing } from '../schema/returns.js';
import {
  IfMatch,
  TakesBody,
  TakesBytes,
  TakesChange,
  TakesMergePatch,
  TakesParam,
  TakesQuery,
} from '../schema/takes.js';

const writable = { name: line(20), size: z.int().min(1).max(5).default(1) };
const thingSchema = resource('Thing', writable, {});
const saveThingSchema = saved('SaveThing', writable, {});
type SaveThing = z.infer<typeof saveThingSchema>;
const listThingsSchema = listQuery({ sort: ['name'], defaultSort: 'name', filters: {} });

const manyThingsSchema = z.array(saveThingSchema).meta({ id: 'ManyThings' });
const importedSchema = z.object({ things: z.int(), bytes: z.int() }).meta({ id: 'ImportedThings' });

/** More and less than other bodies have. */
export const MANY_THINGS_BYTES = 2 * 1024 * 1024;
export const TABLE_BYTES = 64;

/** The one thing that there is. */
export const THING_ID = '0b37ab49-9ea5-4f4c-8b49-5d9a8f9d1f60';

const thing = {
  id: THING_ID,
  version: 2,
  createdAt: new Date(0),
  createdByUserId: null,
  modifiedAt: new Date(0),
  modifiedByUserId: null,
  archived: false,
  archivedAt: null,
  archivedByUserId: null,
  externalId: null,
  customFields: {},
  name: 'Crusher',
  size: 3,
  companyId: 'never sent',
};

function changed(id: string, change: Change<SaveThing>) {
  if (id !== THING_ID) throw notFound('thing');
  checkPrecondition(change.precondition, thing.version);
  return { ...thing, ...change.of(thing), version: 3 };
}

@Controller('things')
@Public()
class ThingsController {
  @Get()
  @Returns(pageOf(thingSchema), { errors: ['invalid-cursor'] })
  list(@TakesQuery(listThingsSchema) query: z.infer<typeof listThingsSchema>): Page<typeof thing> {
    const page = {
      limit: query.limit,
      hasMore: false,
      nextCursor: null,
      asOf: new Date(0),
      totalCount: null,
    };
    return { data: [thing], page };
  }

  @Post()
  @Returns(thingSchema, { status: 201 })
  add(@TakesBody(saveThingSchema) values: SaveThing) {
    return { ...thing, ...values, version: 1 };
  }

  @Post('many')
  @Returns(importedSchema)
  addMany(@TakesBody(manyThingsSchema, { maxBytes: MANY_THINGS_BYTES }) things: SaveThing[]) {
    return { things: things.length, bytes: 0 };
  }

  @Post('table')
  @Returns(importedSchema)
  importTable(@TakesBytes(['text/csv'], { maxBytes: TABLE_BYTES }) table: Buffer) {
    return { things: table.toString().trimEnd().split('\n').length, bytes: table.length };
  }

  @Get(':id')
  @Returns(thingSchema)
  get(@TakesParam('id', idSchema) id: string) {
    if (id !== THING_ID) throw notFound('thing');
    return thing;
  }

  @Put(':id')
  @Returns(thingSchema)
  replace(@TakesParam('id', idSchema) id: string, @TakesChange(saveThingSchema) change: Change<SaveThing>) {
    return changed(id, change);
  }

  @Patch(':id')
  @Returns(thingSchema)
  patch(@TakesParam('id', idSchema) id: string, @TakesMergePatch(saveThingSchema) change: Change<SaveThing>) {
    return changed(id, change);
  }

  @Delete(':id')
  @ReturnsNothing()
  remove(@TakesParam('id', idSchema) _id: string, @IfMatch() _precondition: Precondition): void {}

  @Post(':id/transitions')
  @Returns(thingSchema)
  move(@TakesParam('id', idSchema) id: string, @TakesChange(saveThingSchema) change: Change<SaveThing>) {
    return changed(id, change);
  }

  @Put(':id/seen')
  @ReturnsNothing()
  see(@TakesParam('id', idSchema) _id: string): void {}
}

const faults: Record<string, () => Error> = {
  unknown: () => new Error('SELECT secret FROM users'),
  http: () => new HttpException('I am a teapot', 418),
  database: () => Object.assign(new Error('terminating connection'), { code: '57P01' }),
};

/** Ways for a request to go wrong, and one to take as long as a test wants. */
@Controller('auth')
@Public()
class TroublesController implements OnApplicationShutdown {
  private stuck = false;

  constructor(@InjectLogger() private readonly logger: Logger) {}

  @Get('fails/:how')
  @Returns(z.object({}).meta({ id: 'Nothing' }))
  fail(@TakesParam('how', z.string()) how: string): never {
    throw faults[how]?.() ?? notFound('fault');
  }

  @Get('held')
  @Returns(z.object({ held: z.boolean() }).meta({ id: 'Held' }))
  async hold() {
    this.logger.info('holding');
    await once(process, 'SIGUSR2');
    return { held: true };
  }

  /** From now on the service cannot close. */
  @Get('stuck')
  @Returns(z.object({ stuck: z.boolean() }).meta({ id: 'Stuck' }))
  stick() {
    this.stuck = true;
    return { stuck: true };
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.stuck) await new Promise(() => {});
  }

  /** Works, but not for long. */
  @Get('old')
  @Deprecated({ since: '2026-01-31', sunset: '2026-12-31', successor: '/things' })
  @Returns(z.object({ old: z.boolean() }).meta({ id: 'Old' }))
  old() {
    return { old: true };
  }

  /** Answers less than it promises. */
  @Get('broken')
  @Returns(z.object({ name: z.string() }).meta({ id: 'Broken' }))
  broken() {
    return {} as { name: string };
  }
}

@Module({ controllers: [ThingsController, TroublesController] })
export class ThingsModule {}
