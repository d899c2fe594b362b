// What every module of the client gets as Zod: vite.config.ts says so.
import { z } from 'zod/v4'

// Zod writes fast parsers with `new Function`, which the Content-Security-Policy rightly refuses.
z.config({ jitless: true })

export { z }
