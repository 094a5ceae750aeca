// Loaded with `node --import` before a service, and before anything that imports node:http: the names of that
// module stand for parts of Node's own fetch as well, and an import asks for all names at once. So fetch
// would be loaded with its parser in WebAssembly, before anybody uses it: 11 MB, of which 2 stay when the
// rest has been collected. A caller of fetch still gets it then.
const http = process.getBuiltinModule('node:http') as Partial<typeof import('node:http')>;
for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent'] as const) delete http[name];
