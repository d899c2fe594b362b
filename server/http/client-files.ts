import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { screenName, screens } from '#contract/screens.ts'
import { notFound } from './app-error.ts'
import { sendCompressed } from './compression.ts'
import type { Cookies } from './cookies.ts'
import { createPageRenderer } from './rendered-page.ts'

/** The folder of the built client. */
export const builtClient = fileURLToPath(new URL('../../dist/client', import.meta.url))
const yearSeconds = 365 * 24 * 60 * 60
// Paths below these are not pages: where there is no file, the answer is 404.
const nonPagePaths = /^\/(api|objects|ws|assets|demo)(\/|$)/
const pageNames = new Set<string>(screens)
const wildcardRoute = '/*'
const visitorPage = 'visitor.html'

/** Whether a browser opens the address as a page, rather than a picture or a script, and no program asks for it. */
const isPageLoad = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-dest'] === undefined
    ? /\btext\/html\b/.test(headers.accept ?? '')
    : headers['sec-fetch-dest'] === 'document'

/**
 * Serves the built client: its files, and its page for every path that the client routes itself. At any other path a person gets the
 * page, too, which says that nothing is there, and a program gets 404. A browser without a session gets a page that says so, and
 * asks for no user. Who is signed in gets the head of the screen with it.
 */
export const serveClient = async (app: FastifyInstance, cookies: Cookies, root = builtClient) => {
  const isBuilt = existsSync(join(root, 'index.html'))

  if (isBuilt) {
    app.addHook('onRoute', (options) => {
      if (options.url === wildcardRoute) options.config = { ...options.config, access: 'anyone' }
    })
    await app.register(fastifyStatic, {
      root,
      index: false,
      preCompressed: true,
      cacheControl: false,
      // Folders are not files: `/` is a page, all others are 404.
      allowedPath: (path) => !path.endsWith('/'),
      setHeaders: (reply, path) => {
        // Names of assets contain a hash of their content; pages must be revalidated.
        const immutable = /[\\/]assets[\\/]/.test(path)
        reply.header('cache-control', immutable ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
        // Back would show it after the visitor has signed in.
        if (path.includes(visitorPage)) reply.header('cache-control', 'no-store')
      },
    })
    app.get('/sign-in', { config: { access: 'anyone' } }, (_request, reply) => reply.sendFile('sign-in.html'))
    app.get('/verify', { config: { access: 'anyone' } }, (_request, reply) => reply.sendFile('verify.html'))
  }

  const renderPage = createPageRenderer(app, root)

  app.setNotFoundHandler(async (request, reply) => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const [path = '/'] = request.url.split('?')
    if (!isBuilt || !reads || nonPagePaths.test(path)) throw notFound()
    if (!pageNames.has(screenName(path)) && !isPageLoad(request)) throw notFound()
    reply.code(200)
    if (!cookies.read(request, 'session')) return reply.sendFile(visitorPage)
    const page = request.method === 'GET' && (await renderPage(request))
    if (page === 'visitor') return reply.sendFile(visitorPage)
    if (!page) return reply.sendFile('index.html')
    // It shows who is signed in, and Back would still show it after that has changed.
    return sendCompressed(
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-store'),
      page.html,
    )
  })
}
