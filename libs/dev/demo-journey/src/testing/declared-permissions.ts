import type { Permission } from '@safety/contracts';
import { NOBODYS } from './integrator.js';

/** An operation as the served document declares it, for a row that nobody has. */
export interface DeclaredOperation {
  method: string;
  path: string;
  permission: Permission;
  /** The permission counts only where it is held in the whole company. */
  everywhere: boolean;
}

type Document = { paths: Record<string, Record<string, { description?: string }>> };

const DECLARED = /Needs the permission `([\w.]+)`( in the whole company)?\./;

/** Every operation of every service that the document says needs a permission, reads and writes alike. */
export async function declaredOperations(url: string): Promise<DeclaredOperation[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { description = '' }]): DeclaredOperation[] => {
      const [, permission, everywhere] = DECLARED.exec(description) ?? [];
      if (permission === undefined) return [];
      return [
        {
          method: method.toUpperCase(),
          path: path.replaceAll(/\{\w+\}/g, NOBODYS),
          permission: permission as Permission,
          everywhere: everywhere !== undefined,
        },
      ];
    }),
  );
}
