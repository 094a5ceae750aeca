// Apart from the rest, for readers of messages without a database: TypeORM would stay in their memory.
import { AsyncLocalStorage } from 'node:async_hooks';

interface Told {
  generation: number;
  /** The state is published once more, to repair read models. */
  again?: boolean | undefined;
}

const storage = new AsyncLocalStorage<Told>();

/** Runs `work`, which applies a message that its owner has told so. */
export const asTold = <Result>(told: Told, work: () => Result): Result => storage.run(told, work);

/** As its owner has told the message that is applied; undefined outside of one. */
export const told = (): Told | undefined => storage.getStore();
