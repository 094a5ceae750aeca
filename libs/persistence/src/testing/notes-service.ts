import { randomUUID } from 'node:crypto';
import {
  Controller,
  createParamDecorator,
  Delete,
  type ExecutionContext,
  Get,
  Global,
  Injectable,
  Module,
  Patch,
  Post,
  Put,
  type Type,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import {
  type CompanyContext,
  type ListChanges,
  type ListQuery,
  line,
  listChangesSchema,
  listQuery,
  optional,
  pageOf,
  recordedChangesSchema,
  resource,
  saved,
} from '@safety/contracts';
import {
  baseSettings,
  type Change,
  createService,
  type IdentifiedChange,
  IfMatch,
  type Precondition,
  Public,
  Returns,
  ReturnsAdded,
  ReturnsNothing,
  TakesBody,
  TakesChange,
  TakesId,
  TakesMergePatch,
  TakesQuery,
} from '@safety/platform';
import type { TestApi, TestCaller } from '@safety/testing';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ChangePublisher } from '../changes/change-publisher.js';
import { PersistenceModule } from '../persistence.module.js';
import { ClientMadeRows } from '../rows/client-made-rows.js';
import { cursorSettings } from '../rows/cursor.js';
import { RowsSource } from '../rows/rows-source.js';
import { equal } from '../rows/sql.js';
import { databaseSettings } from '../settings.js';
import { Believing } from './believing.guard.js';
import { KeptChanges, Note, note, notesDatabase, notesOptions, notesPersistence } from './notes.js';

const writable = { title: line(200), code: optional(line(50)) };
const noteSchema = resource('Note', writable, {});
const saveNoteSchema = saved('SaveNote', writable, {});
const addNoteSchema = saved('AddNote', writable, {}, { id: 'byClient' });
const listNotesSchema = listQuery({ sort: ['title'], defaultSort: 'title', filters: {} });
type SaveNote = z.output<typeof saveNoteSchema>;

/** Users whose ids begin with f see no row of others. */
@Injectable()
class NoteRows extends ClientMadeRows<Note> {
  constructor(source: RowsSource) {
    const visible = ({ userId }: CompanyContext) =>
      userId.startsWith('f') ? equal('createdByUserId', userId) : undefined;
    super(source, Note, { ...notesOptions, visible });
  }
}

export const Company = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>().company,
);

@Controller('notes')
@Public()
class NotesController {
  constructor(private readonly rows: NoteRows) {}

  @Get()
  @Returns(pageOf(noteSchema))
  list(@Company() company: CompanyContext, @TakesQuery(listNotesSchema) query: ListQuery) {
    return this.rows.page(company, query);
  }

  @Post()
  @ReturnsAdded(noteSchema)
  add(@Company() company: CompanyContext, @TakesBody(addNoteSchema) body: z.output<typeof addNoteSchema>) {
    return this.rows.addOnce(company, body, () => ({ ...note(), ...body }));
  }

  @Put()
  @Returns(noteSchema)
  replaceNamed(
    @Company() company: CompanyContext,
    @TakesChange(saveNoteSchema, { idIn: 'body' }) change: IdentifiedChange<SaveNote>,
  ) {
    return this.rows.change(company, change.id, change);
  }

  @Get(':id')
  @Returns(noteSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.rows.get(company, id);
  }

  @Get(':id/audit')
  @Returns(recordedChangesSchema)
  audit(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listChangesSchema) query: ListChanges,
  ) {
    return this.rows.history(company, id, query);
  }

  @Put(':id')
  @Returns(noteSchema)
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(saveNoteSchema) change: Change<SaveNote>,
  ) {
    return this.rows.change(company, id, change);
  }

  @Patch(':id')
  @Returns(noteSchema)
  patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesMergePatch(saveNoteSchema) change: Change<SaveNote>,
  ) {
    return this.rows.change(company, id, change);
  }

  @Delete(':id')
  @ReturnsNothing()
  archive(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.rows.archive(company, id, precondition);
  }

  @Put(':id/restore')
  @Returns(noteSchema)
  restore(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.rows.restore(company, id, precondition);
  }
}

@Global()
@Module({
  providers: [{ provide: ChangePublisher, useClass: KeptChanges }],
  exports: [ChangePublisher],
})
class KeptChangesModule {}

@Module({
  imports: [KeptChangesModule, PersistenceModule.forCompanies(notesPersistence)],
  controllers: [NotesController],
  providers: [NoteRows, { provide: APP_GUARD, useClass: Believing }],
})
class NotesModule {}

/** The notes as a service over HTTP, as far as the suites of `@safety/testing` need it. */
export type NotesApi = Pick<TestApi, 'app' | 'url' | 'database' | 'caller' | 'close'>;

export async function startNotes(env: NodeJS.ProcessEnv = {}): Promise<NotesApi> {
  const database = await notesDatabase();
  const settings = z.object({
    ...baseSettings,
    ...databaseSettings,
    ...cursorSettings,
    BASE_URL: z.string(),
  });
  const { app } = await createService(
    NotesModule as Type,
    { name: 'notes', settings },
    {
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.serviceUrl,
      CURSOR_SECRET: 'x'.repeat(32),
      BASE_URL: 'http://localhost:8080/api',
      ...env,
    },
  );
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  return {
    app,
    url,
    database,
    caller: async ({ companyId = randomUUID(), orgStructureIds, ...options } = {}) =>
      callerOf(url, companyId, `${orgStructureIds ? 'f' : '0'}${randomUUID().slice(1)}`, options),
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
}

type CallerOptions = NonNullable<Parameters<TestApi['caller']>[0]>;

/** A member of a company, or a client of it; see `NoteRows` and `Believing`. */
function callerOf(
  url: string,
  companyId: string,
  userId: string,
  { requireIfMatch = false, asServiceClient = false }: CallerOptions,
): TestCaller {
  const identified = {
    'x-user': userId,
    ...(asServiceClient && { 'x-client': userId }),
    'x-company-context': companyId,
    'x-require-if-match': `${requireIfMatch}`,
  };
  const send =
    (method: string, type: string): TestCaller['put'] =>
    async (path, body, { headers } = {}) => {
      const json = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { ...identified, ...(json !== undefined && { 'content-type': type }), ...headers },
        ...(json !== undefined && { body: json }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text ? JSON.parse(text) : text,
      };
    };
  const json = 'application/json';
  return {
    userId,
    companyId,
    token: '',
    get: (path, options) => send('GET', json)(path, undefined, options),
    post: send('POST', json),
    put: send('PUT', json),
    patch: send('PATCH', 'application/merge-patch+json'),
    delete: (path, options) => send('DELETE', json)(path, undefined, options),
  };
}
