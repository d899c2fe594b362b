// npm run dev. Runs the server, which restarts when its files change, and Vite, which serves the client with hot reload and
// forwards the server's paths to it.
import { join } from 'node:path'
import { runTogether } from './children.mjs'
import { prepare, projectNode, root } from './prepare.mjs'

prepare({ development: true, client: false })

// The browser uses only Vite's address, by its host name, because passkeys do not work on IP addresses.
process.env.BASE_URL ??= 'http://localhost:5173'
runTogether([
  [projectNode, '--watch', '--watch-preserve-output', join(root, 'server', 'main.ts')],
  [projectNode, join(root, 'node_modules', 'vite', 'bin', 'vite.js'), root, '--clearScreen', 'false'],
])
