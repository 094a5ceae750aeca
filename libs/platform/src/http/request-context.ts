import { AsyncLocalStorage } from 'node:async_hooks';

/** What the log lines of a request carry beside the request id. */
export interface RequestContext {
  requestId: string;
  companyId?: string;
  userId?: string;
  clientId?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` so that everything it logs carries `context`. */
export const runInRequestContext = <Result>(context: RequestContext, work: () => Result): Result =>
  storage.run(context, work);

/** The context of the request being answered, or none outside of one. */
export const requestContext = (): RequestContext | undefined => storage.getStore();
