// Every module of the client that imports Zod gets this file; vite.config.ts has the alias.
import { config, z } from 'zod/v4'

// Zod compiles fast parsers with `new Function`, which the Content-Security-Policy forbids. The call is not `z.config`, since the build leaves
// out calls on `z` whose result nothing uses.
config({ jitless: true })

export { z }
