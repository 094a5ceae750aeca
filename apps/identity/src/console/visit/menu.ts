import { type Html, html } from '../../pages/html.js';

/**
 * Links of a navigation. On small screens a button opens them, without a script; a browser that knows no
 * popovers shows them there, too.
 */
export const menu = (id: string, label: string, links: Html): Html =>
  html`<button type="button" class="secondary menu" popovertarget="${id}">${label}</button>
<div class="links" id="${id}" popover>${links}</div>`;
