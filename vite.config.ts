import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { clientFile } from './scripts/client-files.ts'

const server = `http://127.0.0.1:${process.env.PORT || 5000}`
const serverPaths = [
  '/api',
  '/objects',
  '/healthz',
  '/readyz',
  '/demo',
  '/unsubscribe',
  '/calendar',
  '/docs',
  '/openapi.json',
]

/** Serves these pages at /sign-in, /verify and /day/:id during development. In production the server does this. */
const pagesOutside: Plugin = {
  name: 'pages-outside-the-application',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      request.url = request.url
        ?.replace(/^\/(sign-in|verify)(?=[/?]|$)/, '/$1.html')
        .replace(/^\/day\/[^/?]+(?=\?|$)/, '/day.html')
      next()
    })
  },
}

/** Builds the client for browsers and, with --ssr, for the server, which renders pages with it. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), pagesOutside],
  resolve: { alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'client/lib/zod.ts') }] },
  publicDir: 'client/public',
  build: {
    outDir: 'dist/client',
    // These browsers, of spring 2024 and newer, support light-dark() and :has() without a translation.
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    // The Content-Security-Policy refuses data: addresses for fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: isSsrBuild
        ? ['client/server-page.tsx']
        : ['sign-in.html', 'index.html', 'verify.html', 'day.html'],
      // Modules of the contract only declare, so the schemas and endpoints that no form uses are left out.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]contract[\\/]/, sideEffects: false }],
        manualPureFunctions: ['z', 'endpoint'],
      },
      ...(!isSsrBuild && {
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: clientFile(), debugName: 'client files' }],
          },
        },
      }),
    },
  },
  server: {
    host: 'localhost',
    port: 5173,
    strictPort: true,
    proxy: {
      ...Object.fromEntries(serverPaths.map((path) => [path, server])),
      '/ws': { target: server, ws: true },
    },
    watch: { ignored: ['**/data/**', '**/dist/**'] },
  },
}))
