// npm run verify-evidence [-- certificate.pem …]: checks all evidence of an installation, or of a copy of its data.
import { fileURLToPath } from 'node:url'
import { runTogether } from './children.mjs'
import { prepare, projectNode, root } from './prepare.mjs'

prepare({ development: false, client: false })
const script = fileURLToPath(new URL('server/verify-evidence.ts', `file://${root}/`))
runTogether([[projectNode, script, ...process.argv.slice(2)]])
