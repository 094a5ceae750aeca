import { button, form, hidden } from './components.js';
import { html } from './html.js';
import type { Locale } from './locale.js';
import { type Messages, messages } from './messages/messages.js';
import type { Page } from './page.js';

export interface Forward {
  /** Where the form is sent. */
  action: string;
  /** The fields of the form by name, and nothing else: whoever receives it counts on that. */
  fields: Readonly<Record<string, string>>;
  /** Why the browser is sent on. */
  reason: keyof Pick<Messages, 'backAtApplication' | 'otherUser'>;
}

/** Sends the browser on with a form: a script does it at once, and without scripts a button. */
export function forwardPage(locale: Locale, { action, fields, reason }: Forward): Page {
  const text = messages[locale.language];
  const inputs = Object.entries(fields).map(([name, value]) => hidden(name, value));
  return {
    locale,
    title: text.oneMoment,
    content: html`<h1>${text.oneMoment}</h1>
<p>${text[reason]}</p>
${form(action, html`${inputs}${button(text.goOn, { focus: true })}`)}`,
    // Sent twice, a code would count as stolen: with a script, the button appears late.
    script: "const [form] = document.forms; form.className = 'late'; form.submit();",
  };
}
