import { z } from 'zod';

/** A sent form, as it is parsed; what is in its fields is judged with the form. */
export const formSchema = z.record(z.string(), z.union([z.string(), z.array(z.string())])).catch({});
export type FormBody = z.infer<typeof formSchema>;
