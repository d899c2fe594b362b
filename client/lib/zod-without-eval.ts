import { z } from 'zod'

// Zod writes fast parsers with `new Function`, which the Content-Security-Policy rightly refuses.
z.config({ jitless: true })
