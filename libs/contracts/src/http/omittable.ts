import { z } from 'zod';

type Omittable<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: z.ZodType<z.output<Shape[Name]> | undefined>;
};

/** The same members, each of which may be left out: without its default, so that this shows. */
export const omittable = <Shape extends z.ZodRawShape>(shape: Shape): Omittable<Shape> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, member]) => {
      const schema = member as z.ZodType;
      const plain = schema instanceof z.ZodDefault ? (schema.def.innerType as z.ZodType) : schema;
      const meta = schema.meta();
      return [name, meta ? plain.optional().meta(meta) : plain.optional()];
    }),
  ) as unknown as Omittable<Shape>;

/**
 * The members that were given, with the defaults of those that were left out. Reports each required one that
 * is missing to `context`, and then returns nothing.
 */
export function completed<Shape extends z.ZodRawShape>(
  shape: Shape,
  given: Readonly<Record<string, unknown>>,
  context: z.RefinementCtx,
): z.output<z.ZodObject<Shape>> | undefined {
  const whole: Record<string, unknown> = { ...given };
  let isWhole = true;
  for (const [name, member] of Object.entries(shape)) {
    if (name in given) continue;
    const result = (member as z.ZodType).safeParse(undefined);
    whole[name] = result.data;
    if (result.success) continue;
    isWhole = false;
    context.addIssue({ code: 'custom', path: [name], message: 'Is required.' });
  }
  return isWhole ? (whole as z.output<z.ZodObject<Shape>>) : undefined;
}
