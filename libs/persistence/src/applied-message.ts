// Apart from the rest, for readers of messages without a database: TypeORM would stay in their memory.
import { AsyncLocalStorage } from 'node:async_hooks';

interface AppliedMessage {
  generation: number;
  /** The state is published once more, to repair read models. */
  again?: boolean | undefined;
}

const storage = new AsyncLocalStorage<AppliedMessage>();

/** Runs `work`, which applies this message. */
export const whileApplying = <Result>(message: AppliedMessage, work: () => Result): Result =>
  storage.run(message, work);

/** The message that is applied; undefined outside of one. */
export const appliedMessage = (): AppliedMessage | undefined => storage.getStore();
