// Every module of the client that imports Zod gets this file; vite.config.ts has the alias.
import { z } from 'zod/v4'

// Zod compiles fast parsers with `new Function`, which the Content-Security-Policy forbids.
z.config({ jitless: true })

export { z }
