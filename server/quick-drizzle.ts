import { type ResolveFnOutput, registerHooks } from 'node:module'

const resolved = new Map<string, ResolveFnOutput>()

/**
 * Resolves drizzle-orm's modules without reading its package.json each time. That file has 175 KB of exports, and Node parses it again for
 * each of the 400 imports among drizzle-orm's own modules, and for each of the portal's 200 imports (`npm run bench start`). For
 * drizzle-orm's own imports, Node only needs to know that they are ES modules; the portal's are resolved once for each entry point.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL } = context
    if (parentURL?.includes('/node_modules/drizzle-orm/')) {
      if (!/^\.\.?\//.test(specifier)) return nextResolve(specifier, context)
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    }
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return nextResolve(specifier, context)
    const known = resolved.get(specifier) ?? nextResolve(specifier, context)
    resolved.set(specifier, known)
    return { ...known, shortCircuit: true }
  },
})
