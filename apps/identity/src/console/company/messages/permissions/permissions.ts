import type { Permission } from '@safety/contracts';
import type { Area } from '../../roles/permission-choice.js';

/** The permissions in words, by area. */
export interface PermissionMessages {
  areas: Record<Area, string>;
  permissions: Record<Permission, string>;
}
