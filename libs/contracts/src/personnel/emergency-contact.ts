import { z } from 'zod';
import { addressSchema } from '../http/address.js';
import { emailSchema, phoneSchema, SHORT_LOCAL_PART } from '../http/contact.js';
import { idSchema } from '../http/id.js';
import { resource, saved } from '../http/resource.js';
import { line, optional, paragraph } from '../http/text.js';
import { redactedFields } from './redacted-fields.js';

export const relationships = ['spouse', 'partner', 'parent', 'child', 'sibling', 'friend', 'other'] as const;

/** The last priority; since none comes twice, also how many contacts a person has at most. */
export const MAX_EMERGENCY_CONTACTS = 9;

const writable = {
  name: line(200),
  relationship: z.enum(relationships),
  phonePrimary: phoneSchema,
  phoneSecondary: optional(phoneSchema),
  email: optional(emailSchema).describe(SHORT_LOCAL_PART),
  address: optional(addressSchema),
  notes: optional(paragraph(2000)),
  priority: z.int().min(1).max(MAX_EMERGENCY_CONTACTS).describe('Who is called first; once for each person.'),
};

const readOnly = { personnelId: idSchema, ...redactedFields };

const whole = resource('WrittenEmergencyContact', writable, readOnly);

/**
 * Somebody to call when something happens to a person. All of it is sensitive, and null where it cannot be
 * decrypted: the other contacts are there to be called.
 */
export const emergencyContactSchema = whole
  .extend({
    name: whole.shape.name.nullable(),
    relationship: whole.shape.relationship.nullable(),
    phonePrimary: whole.shape.phonePrimary.nullable(),
  })
  .meta({ id: 'EmergencyContact' });
export type EmergencyContact = z.input<typeof emergencyContactSchema>;

export const saveEmergencyContactSchema = saved('SaveEmergencyContact', writable, readOnly);
export type SaveEmergencyContact = z.infer<typeof saveEmergencyContactSchema>;
