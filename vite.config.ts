import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = `http://127.0.0.1:${process.env.PORT || 5000}`
const serverPaths = ['/api', '/objects', '/healthz', '/readyz', '/demo']

/** In production the server answers /sign-in with this page; while developing Vite does. */
const signInPage: Plugin = {
  name: 'sign-in-page',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(/^\/sign-in(?=[/?]|$)/, '/sign-in.html')
      next()
    })
  },
}

export default defineConfig({
  plugins: [react(), tailwindcss(), signInPage],
  publicDir: 'client/public',
  build: {
    outDir: 'dist/client',
    // light-dark() and :has() as they are: browsers since the spring of 2024.
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    // The Content-Security-Policy takes no data: addresses for fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'sign-in.html'],
      // What both pages share lies in one file; without this Zod would too, and visitors would load it for nothing.
      output: { codeSplitting: { groups: [{ name: 'zod', test: /node_modules[\\/]zod[\\/]/ }] } },
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
})
