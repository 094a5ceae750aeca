import { childSpan, failureOf } from '@safety/platform';
import { Redis } from 'ioredis';

type Sent = Parameters<Redis['sendCommand']>;

/** A connection whose commands are spans of the work in a trace: by their names, since keys name people. */
export class TracedRedis extends Redis {
  override sendCommand(...sent: Sent): unknown {
    const [command] = sent;
    const operation = command.name.toUpperCase();
    const attributes = { 'db.system.name': 'redis', 'db.operation.name': operation };
    const span = childSpan(operation, { kind: 'client', attributes });
    if (span)
      command.promise.then(
        () => span.end(),
        (error: unknown) => span.end(failureOf(error)),
      );
    return super.sendCommand(...sent);
  }
}
