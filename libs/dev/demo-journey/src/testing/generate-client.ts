import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const SOURCE = fileURLToPath(new URL('../../generated-client', import.meta.url));
/** Within the package, so that what it imports is found. */
const TARGET = new URL('../generated-client/', import.meta.url);

/**
 * The exports of `generated-client/calls.ts`; its own types come from the document and are not known here.
 */
interface Calls {
  callTheApi(baseUrl: string, accessToken: string): Promise<object>;
}

/**
 * Generates the types of an API from its document, compiles an application that is written with them under
 * strict rules, and loads it. Throws what the compiler finds.
 */
export async function generateClient(document: URL): Promise<Calls> {
  const folder = fileURLToPath(TARGET);
  rmSync(folder, { recursive: true, force: true });
  cpSync(SOURCE, folder, { recursive: true });
  // A member with a default may be left out of a request; an answer requires it.
  const types = await openapiTS(document, { defaultNonNullable: false });
  writeFileSync(new URL('api.ts', TARGET), astToString(types));
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  try {
    execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8', stdio: 'pipe' });
  } catch (cause) {
    throw new Error(`The generated client does not compile:\n${(cause as { stdout?: string }).stdout}`, {
      cause,
    });
  }
  return (await import(new URL('calls.js', TARGET).href)) as Calls;
}
