/**
 * One small sheet for every page: readable in light and dark, at 400 % zoom, and without a mouse. Classes for
 * content: `hint`, `error`, `badge`, `actions` (buttons side by side), `scroll` (around a wide table),
 * `panel` (a part of a page), `columns` (messages side by side), `plain` (a list of panels), `rows` (a list
 * with lines between), `tree` (org structures), `choice` (a box to tick with its label), `late` (appears when
 * nothing has happened for some seconds), `skip` (seen with the focus alone), `links` (behind their `menu` on
 * small screens).
 */
export const style = `
:root { color-scheme: light dark; --ink: #1c2733; --faint: #4f5d6b; --paper: #fff; --ground: #eef2f5; --line: #75828f;
  --hair: #d5dde4; --accent: #0b5c8a; --on-accent: #fff; --alert: #a3220f; --alert-ground: #fdf0ee; --good: #17633a;
  --good-ground: #ebf6ef; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eef3; --faint: #a9b7c4; --paper: #1b242d; --ground: #11181f; --line: #8494a3; --hair: #34414d;
    --accent: #6cc0ee; --on-accent: #0d1a24; --alert: #ffab9c; --alert-ground: #3a211d; --good: #8bdcae; --good-ground: #17301f; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100svh; display: flex; flex-direction: column; align-items: center;
  gap: 1.25rem; padding: clamp(1rem, 6vh, 4rem) 1rem 1.5rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; overflow-wrap: break-word; }
.brand { display: flex; align-items: center; gap: .5rem; color: var(--accent); font-weight: 700; font-size: 1.0625rem; }
.brand svg { flex: none; }
main { width: 100%; max-width: 26rem; padding: clamp(1.25rem, 5vw, 2rem); background: var(--paper); border-radius: .75rem;
  box-shadow: 0 1px 3px rgb(0 0 0 / .15), 0 8px 24px rgb(0 0 0 / .08); }
.wide { padding-top: 1.5rem; }
.wide > main, .wide > .brand, .wide > nav { width: 100%; max-width: 64rem; }
.wide > nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0; padding: 0; list-style: none; }
footer { margin-top: auto; font-size: .875rem; }
.languages { display: flex; flex-wrap: wrap; justify-content: center; gap: .25rem 1rem; margin: 0; padding: 0; list-style: none; }
.languages a, .languages span { display: inline-block; padding: .25rem 0; }
.languages span { color: var(--faint); }
a { color: var(--accent); text-underline-offset: .15em; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; text-wrap: balance; }
h2 { margin: 1.75rem 0 .5rem; font-size: 1.125rem; line-height: 1.3; }
h2:first-child { margin-top: 0; }
p { margin: 0 0 1rem; }
p:last-child { margin-bottom: 0; }
.hint { margin: 0 0 .375rem; color: var(--faint); font-size: .875rem; }
.error { margin: .375rem 0 0; color: var(--alert); font-size: .875rem; }
.field { margin-bottom: 1rem; }
label { display: block; margin-bottom: .25rem; font-weight: 600; }
input:not([type=checkbox], [type=radio], [type=hidden]), select, textarea { width: 100%; min-height: 2.75rem;
  padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .375rem; background: transparent; color: inherit; font: inherit; }
[aria-invalid=true] { border-color: var(--alert) !important; }
button, .button { display: block; width: 100%; min-height: 2.75rem; padding: .625rem 1rem; border: 1px solid var(--accent);
  border-radius: .375rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; cursor: pointer; }
.secondary { background: transparent; color: var(--accent); }
.danger { border-color: var(--alert); background: transparent; color: var(--alert); }
button:hover, .button:hover { filter: brightness(1.08); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; overflow-wrap: anywhere; }
.actions button, .actions .button, .wide form > button, .wide p > .button { width: auto; }
@keyframes appear { from { visibility: hidden; } }
.late { animation: appear 5s step-end; }
form + p, .button + p { margin-top: 1.25rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[role=alert], [role=status] { padding: .625rem .75rem; border-left: 4px solid; border-radius: .25rem; }
[role=alert] { background: var(--alert-ground); color: var(--alert); }
[role=status] { background: var(--good-ground); color: var(--good); }
fieldset { margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid var(--hair); border-radius: .375rem; min-width: 0; }
legend { padding: 0 .375rem; font-weight: 600; }
.choice { display: flex; align-items: flex-start; gap: .625rem; padding: .375rem 0; }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; margin: .125rem 0 0; accent-color: var(--accent); }
.choice label { margin: 0; font-weight: 400; min-width: 0; overflow-wrap: anywhere; }
.choice input:disabled + label { color: var(--faint); }
.filter { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 0 1rem; align-items: end; }
.filter button { margin-bottom: 1rem; justify-self: start; }
.plain { margin: 0; padding: 0; list-style: none; }
.panel > h2:first-child, .panel > h3:first-child { margin-top: 0; }
h3 { margin: 1.25rem 0 .375rem; font-size: 1rem; line-height: 1.3; }
.rows > li { padding: .625rem 0; border-bottom: 1px solid var(--hair); overflow-wrap: anywhere; }
.rows .hint { display: block; margin: 0; }
.rows + p { margin-top: 1.25rem; }
.tree, .tree ul { margin: 0; padding: 0; list-style: none; }
.tree details { margin: 0 0 .375rem; font-size: inherit; }
.tree details > .tree { margin-left: .5rem; padding-left: .75rem; border-left: 1px solid var(--hair); }
.tree summary { padding: .25rem 0; color: var(--faint); font-size: .875rem; }
.tree p { margin: .375rem 0; }
div[role=alert] { margin-bottom: 1rem; }
[role=alert] > p { margin-bottom: .25rem; }
.actions + form, ul + .actions { margin-top: 1.25rem; }
[role=alert] ul { margin: 0; padding-left: 1.25rem; }
[role=alert] a { color: inherit; }
.actions form > button { margin: 0; }
.columns { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: .25rem 1.5rem; margin-bottom: 1rem; }
.columns:last-child { margin-bottom: 0; }
.panel + p, .plain + p { margin-top: 1.25rem; }
.wide p > .button { display: inline-block; }
.console { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .75rem 1.25rem;
  overflow-wrap: anywhere; }
.console a { display: inline-block; padding: .375rem 0; }
.console [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
.console p { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.25rem; margin: 0; }
.console button { min-height: 2.25rem; padding: .25rem .75rem; }
.console .menu { display: none; }
.links { display: contents; }
main:focus { outline: none; }
.skip { position: absolute; top: .5rem; left: .5rem; z-index: 1; padding: .5rem .75rem; border-radius: .375rem;
  background: var(--paper); }
.skip:not(:focus) { width: 1px; height: 1px; padding: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
details { margin-top: 1.25rem; font-size: .875rem; overflow-wrap: anywhere; }
summary { cursor: pointer; }
code, pre { font-family: ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace; font-size: .9375em; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; }
.panel { margin-top: 1.25rem; padding: 1rem; border: 1px solid var(--hair); border-radius: .5rem; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--hair); text-align: left; vertical-align: top; }
dl { margin: 0; }
dt { color: var(--faint); font-size: .875rem; }
dt::first-letter { text-transform: uppercase; }
dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
.badge { display: inline-block; padding: 0 .5rem; border: 1px solid currentColor; border-radius: 1rem; font-size: .8125rem; }
@media (max-width: 40rem) {
  .tree .tree .tree .tree { margin-left: 0; padding-left: 0; border-left: 0; }
  @supports selector(:popover-open) {
    .console .menu { display: block; width: auto; }
    .console > .hint { order: 1; }
    .menu::after { content: ''; display: inline-block; margin-left: .5rem; border: .3rem solid transparent;
      border-top-color: currentColor; border-bottom: 0; vertical-align: middle; }
    .links { display: block; width: calc(100% - 2rem); max-height: calc(100% - 2rem); padding: 1rem;
      border: 1px solid var(--line); border-radius: .5rem; background: var(--paper); color: var(--ink); }
    .links:not(:popover-open) { display: none; }
    .links::backdrop { background: rgb(0 0 0 / .4); }
    .wide .links ul { flex-direction: column; }
  }
}
`;
