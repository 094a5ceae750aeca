import type { Language } from '@safety/contracts';
import { html } from '../../pages/html.js';
import { PRODUCT_NAME } from '../../pages/page.js';
import type { Mail, MailKind } from './mail.js';
import { mailMessages } from './messages/mail-messages.js';

export interface MailContent {
  kind: MailKind;
  language: Language;
  to: Mail['to'];
  /** Where the link leads, for the kinds that have one. */
  link?: string | undefined;
}

/** Inline, because mail programs drop style sheets; colours are left to the program, light or dark. */
const BODY = 'font: 16px/1.5 sans-serif; max-width: 32em;';
const BUTTON =
  'display: inline-block; padding: 10px 18px; border-radius: 6px; background: #0b5c8a; color: #ffffff; text-decoration: none;';

/** Writes a mail, the same in plain text and in HTML. */
export function composeMail({ kind, language, to, link }: MailContent): Mail {
  const { greeting, [kind]: texts } = mailMessages[language];
  const { subject, paragraphs, link: linkText, afterwards } = texts;
  const lines = [greeting, ...paragraphs, ...(link ? [link] : []), ...afterwards, PRODUCT_NAME];
  const paragraph = (line: string) => html`<p>${line}</p>\n`;
  return {
    to,
    language,
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${subject}</title></head>
<body><div style="${BODY}">
${[greeting, ...paragraphs].map(paragraph)}
${link && html`<p><a style="${BUTTON}" href="${link}">${linkText}</a></p>`}
${[...afterwards, PRODUCT_NAME].map(paragraph)}
</div></body></html>
`,
  };
}
