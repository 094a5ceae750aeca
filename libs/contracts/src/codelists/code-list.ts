import { z } from 'zod';
import { codeSchemes } from '../events/event-group.js';

export const codeListNames = [
  'nature',
  'bodyParts',
  'eventOrExposure',
  'source',
  'esawWorkstation',
  'esawWorkingEnvironment',
  'esawWorkingProcess',
  'esawSpecificPhysicalActivity',
  'esawDeviation',
  'esawContactMode',
  'esawAgent',
  'esawTypeOfInjury',
  'esawPartOfBody',
  'hazardTypes',
  'riddorAccidentKinds',
  'riskBands',
] as const;
export const codeListNameSchema = z.enum(codeListNames);
/** In a path, where any case will do. */
export const codeListInPathSchema = z
  .string()
  .transform((given) => codeListNames.find((name) => name.toLowerCase() === given.toLowerCase()) ?? given)
  .pipe(codeListNameSchema)
  .meta({ enum: [...codeListNames], description: 'The name of the code list.' });
export type CodeListName = z.infer<typeof codeListNameSchema>;

const labelsSchema = z.object({
  en: z.string(),
  es: z.string(),
  ru: z.string(),
  kk: z.string(),
  nl: z.string(),
});

export const codeListSchema = z
  .object({
    name: codeListNameSchema,
    labels: labelsSchema,
    scheme: z.enum(codeSchemes).nullable().describe('The scheme of these codes in bodies.'),
    source: z.string().describe('The publication that the codes come from.'),
    sourceDate: z.string().meta({ format: 'date' }).nullable().describe('Of that edition.'),
    detailPattern: z
      .string()
      .nullable()
      .describe('More detailed codes of this form count too, where the group they belong to is listed.'),
    codes: z.array(
      z.object({
        code: z.string(),
        labels: labelsSchema,
        minimumScore: z.int().nullable().describe('Of a risk band: the score it begins with.'),
      }),
    ),
  })
  .meta({ id: 'CodeList' });

export const codeListsSchema = z.object({ data: z.array(codeListSchema) });

/** Code lists are few: they come at once. */
export const listCodeListsSchema = z.strictObject({});
export type ListCodeLists = z.infer<typeof listCodeListsSchema>;
