import { objectOf } from '@safety/contracts';
import { z } from 'zod';

/**
 * The members that a merge patch (RFC 7396) of `schema` may hold, for the documents: any of its members,
 * `null` for those that may be removed because they have a default, and the same for objects within. The
 * result of the merge is checked by `schema` itself.
 */
export function mergePatchSchema(schema: z.ZodType): z.ZodType {
  const object = objectOf(schema);
  const { id, ...meta } = object.meta() ?? {};
  return partial(object).meta({ ...meta, ...(id && { id: `${id}Patch` }) });
}

const partial = (object: z.ZodObject): z.ZodType =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(object.shape).map(([name, member]) => [name, patchOf(member as z.ZodType)]),
    ),
  );

function patchOf(member: z.ZodType): z.ZodType {
  const patch = patchedValue(member).optional();
  const meta = member.meta();
  return meta ? patch.meta(meta) : patch;
}

function patchedValue(value: z.ZodType): z.ZodType {
  if (value instanceof z.ZodDefault || value instanceof z.ZodOptional) {
    const within = patchedValue(value.def.innerType as z.ZodType);
    return within instanceof z.ZodUnknown ? within : within.nullable();
  }
  // A patch cannot write `null`, only remove.
  if (value instanceof z.ZodNullable) return patchedValue(value.def.innerType as z.ZodType);
  // The merge is of what is sent; what it becomes is for `schema` to say.
  const sent = value instanceof z.ZodPipe ? value.def.in : value;
  return sent instanceof z.ZodObject ? partial(sent) : value;
}
