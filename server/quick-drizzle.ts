import { registerHooks } from 'node:module'

/**
 * Resolves the modules of drizzle-orm among themselves without Node's own look at their package.json. That file is
 * 175 KB of exports, and Node parses it anew for each of some 400 modules: a third of a second and 120 MB of garbage at
 * every start. All of them are ES modules, which is the one thing that Node looks for there.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL } = context
    if (!parentURL?.includes('/node_modules/drizzle-orm/') || !/^\.\.?\//.test(specifier)) {
      return nextResolve(specifier, context)
    }
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  },
})
