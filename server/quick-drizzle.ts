import { type ResolveFnOutput, registerHooks } from 'node:module'

const resolved = new Map<string, ResolveFnOutput>()

/**
 * Resolves drizzle-orm's modules without reading its package.json each time, which has 175 KB of exports: Node parses it again for
 * each of the 400 imports among its own modules, and for each of the 200 of the portal's (`npm run bench start`). For the former Node
 * only needs to know that they are ES modules; the latter are resolved once for each entry point.
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
