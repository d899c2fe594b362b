import { type ResolveFnOutput, registerHooks } from 'node:module'

const root = new URL('..', import.meta.url).href
const resolved = new Map<string, ResolveFnOutput>()

const resolveOwn = (specifier: string, parentURL: string | undefined): string | undefined => {
  if (!specifier.endsWith('.ts')) return undefined
  if (/^#(server|contract|packages)\//.test(specifier)) return `${root}${specifier.slice(1)}`
  return parentURL?.endsWith('.ts') && /^\.\.?\//.test(specifier)
    ? new URL(specifier, parentURL).href
    : undefined
}

/**
 * Resolves most imports without looking for the file and without reading a package.json, which Node otherwise does again for each of them
 * (`npm run bench start`): those among the portal's own modules, and those among the modules of drizzle-orm and zod. Node only needs to
 * know where they are and that they are ES modules. The portal's imports of drizzle-orm, whose package.json has 175 KB of exports, are
 * resolved once for each entry point.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL } = context
    const own = resolveOwn(specifier, parentURL)
    if (own) return { url: own, format: 'module-typescript', shortCircuit: true }
    if (parentURL && /^\.\.?\//.test(specifier) && /\/node_modules\/(drizzle-orm|zod)\//.test(parentURL))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return nextResolve(specifier, context)
    const known = resolved.get(specifier) ?? nextResolve(specifier, context)
    resolved.set(specifier, known)
    return { ...known, shortCircuit: true }
  },
})
