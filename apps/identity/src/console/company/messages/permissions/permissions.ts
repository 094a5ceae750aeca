import type { Permission } from '@safety/contracts';
import type { Area } from '../../roles/permission-choice.js';

/** What roles allow. */
export interface PermissionMessages {
  areas: Record<Area, string>;
  permissions: Record<Permission, string>;
}
