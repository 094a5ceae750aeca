/** Languages that people are answered in; English first, which everything falls back to. */
export const languages = ['en', 'es', 'ru', 'kk', 'nl'] as const;
export type Language = (typeof languages)[number];
