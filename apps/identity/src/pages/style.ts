/** One small sheet for every page: readable in light and dark, at 400 % zoom, and without a mouse. */
export const style = `
:root { color-scheme: light dark; --ink: #1c2733; --paper: #fff; --ground: #eef2f5; --line: #7b8794; --accent: #0b5c8a; --alert: #a3220f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eef3; --paper: #1b242d; --ground: #11181f; --line: #8494a3; --accent: #6cc0ee; --alert: #ff9c8a; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 24rem; padding: 2rem; background: var(--paper); border-radius: .75rem;
  box-shadow: 0 1px 3px rgb(0 0 0 / .15), 0 8px 24px rgb(0 0 0 / .08); }
h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 1.25rem; }
label { display: block; margin-bottom: .25rem; font-weight: 600; }
input { width: 100%; margin-bottom: 1rem; padding: .625rem .75rem; border: 1px solid var(--line); border-radius: .375rem;
  background: transparent; color: inherit; font: inherit; }
button { width: 100%; padding: .75rem; border: 0; border-radius: .375rem; background: var(--accent); color: var(--paper);
  font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[role=alert] { padding: .625rem .75rem; border-left: 4px solid var(--alert); color: var(--alert); }
details { margin-top: 1rem; font-size: .875rem; overflow-wrap: anywhere; }
`;
