/** How far a counter has come. */
export interface Count {
  count: number;
  /** Until it starts again from zero. */
  secondsLeft: number;
}

/** Counts what happens within a time window that begins with the first. */
export interface CounterStore {
  /** Zero for what was not counted within its window. */
  read(key: string): Promise<Count>;
  /** Adds one; the first opens a window of so many seconds. */
  add(key: string, windowSeconds: number): Promise<void>;
  clear(key: string): Promise<void>;
  /** Clears every counter whose key begins so. */
  clearAll(prefix: string): Promise<void>;
}
