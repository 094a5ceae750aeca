import { expect, it } from '@jest/globals';
import type { Logger } from 'pino';
import { requestContext, runInRequestContext } from '../http/request-context.js';
import { WorkQueue } from './work-queue.js';

class Parts extends WorkQueue {
  done: string[] = [];
  during = (): void => undefined;

  constructor(
    private left: string[],
    warn?: (line: string) => void,
  ) {
    const logger = { warn: (_: object, line: string) => warn?.(line) } as Logger;
    super(logger, { name: 'parts', everyMs: 1_000 });
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

it('logs a part that rejects, and goes on when it is woken again', async () => {
  const warnings: string[] = [];
  const parts = new Parts(['a', 'b'], (line) => warnings.push(line));
  parts.during = () => {
    parts.during = () => undefined;
    throw new Error('no');
  };
  await parts.work();
  expect([parts.done, warnings]).toEqual([['a for everybody'], ['parts: failed, will be tried again']]);
  await parts.work();
  expect(parts.done).toEqual(['a for everybody', 'b for everybody']);
});

it('goes on at once when it was woken during the part that rejects', async () => {
  const parts = new Parts(['a']);
  parts.during = () => {
    parts.during = () => undefined;
    parts.give('b');
    throw new Error('no');
  };
  await parts.work();
  expect(parts.done).toEqual(['a for everybody', 'b for everybody']);
});

it('the shutdown waits for the part under way and begins no other', async () => {
  const parts = new Parts(['a', 'b']);
  parts.wake();
  await parts.beforeApplicationShutdown();
  expect(parts.done).toEqual(['a for everybody']);
});
