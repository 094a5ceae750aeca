import { z } from 'zod';
import { keptOnce } from './only-once.js';
import { line } from './text.js';

/** The tags of a record, up to 20 of 50 characters. */
export const tagsSchema = keptOnce(z.array(line(50)).max(20)).default([]);
