// npm run dev. Runs the server, restarted when its files change, beside Vite, which serves the client with hot reload and
// forwards the server's paths to it.
import { join } from 'node:path'
import { runTogether } from './children.mjs'
import { prepare, projectNode, root } from './prepare.mjs'

prepare({ development: true, client: false })

// The browser uses only Vite's address, by a host name: passkeys work at no IP address.
process.env.BASE_URL ??= 'http://localhost:5173'
runTogether([
  [projectNode, '--watch', '--watch-preserve-output', join(root, 'server', 'main.ts')],
  [projectNode, join(root, 'node_modules', 'vite', 'bin', 'vite.js'), root, '--clearScreen', 'false'],
])
