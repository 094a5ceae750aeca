import { z } from 'zod';
import { listQuery, queryFlag } from '../http/list.js';
import { onlyOnce } from '../http/only-once.js';
import { resource, saved } from '../http/resource.js';
import { line, optional, paragraph } from '../http/text.js';
import { permissionSchema } from './permissions.js';

const writable = {
  name: line(100).describe('Unique in the company, archived roles included, whatever its case.'),
  description: optional(paragraph(2000)),
  permissions: onlyOnce(z.array(permissionSchema).max(100), 'a permission').describe(
    'What the role allows. Only permissions that the caller holds in the whole company can be added.',
  ),
};

const readOnly = {
  builtIn: z.boolean().describe('Every company has the built-in roles, and nobody changes them.'),
  evm: z.boolean().describe('Whether the role makes an event manager: it approves hazards and events.'),
};

export const roleSchema = resource('Role', writable, readOnly);
export const saveRoleSchema = saved('SaveRole', writable, readOnly);
export type SaveRole = z.infer<typeof saveRoleSchema>;

export const listRolesSchema = listQuery({
  sort: ['name', 'createdAt', 'modifiedAt'],
  defaultSort: 'name',
  search: ['name', 'description'],
  filters: { builtIn: queryFlag.optional().describe('Only built-in roles, or only those of the company.') },
});
export type ListRoles = z.infer<typeof listRolesSchema>;
