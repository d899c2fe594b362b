// npm run dev: the server, started again when its files change, beside Vite, which serves the client as it is written
// and passes on to the server what is the server's.
import { join } from 'node:path'
import { runTogether } from './children.mjs'
import { prepare, projectNode, root } from './prepare.mjs'

prepare({ development: true, client: false })

// The browser knows Vite's address only.
process.env.BASE_URL ??= 'http://127.0.0.1:5173'
runTogether([
  [projectNode, '--watch', '--watch-preserve-output', join(root, 'server', 'main.ts')],
  [projectNode, join(root, 'node_modules', 'vite', 'bin', 'vite.js'), root, '--clearScreen', 'false'],
])
