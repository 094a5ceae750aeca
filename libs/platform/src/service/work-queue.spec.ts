import { expect, it } from '@jest/globals';
import type { Logger } from 'pino';
import { requestContext, runInRequestContext } from '../http/request-context.js';
import { WorkQueue } from './work-queue.js';

class Parts extends WorkQueue {
  done: string[] = [];
  during = (): void => undefined;

  constructor(private left: string[]) {
    super({} as Logger, { name: 'parts', everyMs: 1_000 });
  }

  give(part: string): void {
    this.left.push(part);
    this.wake();
  }

  protected async workOnSome(): Promise<boolean> {
    await Promise.resolve();
    const part = this.left.shift();
    if (part === undefined) return false;
    this.done.push(`${part} for ${requestContext()?.requestId ?? 'everybody'}`);
    this.during();
    return this.left.length > 0;
  }
}

it('goes on until nothing is left, for all who have woken it', async () => {
  const parts = new Parts(['a', 'b']);
  runInRequestContext({ requestId: 'one' }, () => parts.give('c'));
  await parts.work();
  expect(parts.done).toEqual(['a for everybody', 'b for everybody', 'c for everybody']);
});

it('looks again when it was woken during the last part', async () => {
  const parts = new Parts(['a']);
  parts.during = () => {
    parts.during = () => undefined;
    queueMicrotask(() => parts.give('b'));
  };
  await parts.work();
  await parts.work();
  expect(parts.done).toHaveLength(2);
});

it('the shutdown waits for the part under way and begins no other', async () => {
  const parts = new Parts(['a', 'b']);
  parts.wake();
  await parts.beforeApplicationShutdown();
  expect(parts.done).toEqual(['a for everybody']);
});
