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
// Paths below these are not pages: without a file, the response is 404.
const nonPagePaths = /^\/(api|objects|ws|assets|demo)(\/|$)/
const pageNames = new Set<string>(screens)
const wildcardRoute = '/*'
const visitorPage = 'visitor.html'

/** Whether a browser opens the address as a page, as opposed to a picture, a script or a call by another program. */
const isPageLoad = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-dest'] === undefined
    ? /\btext\/html\b/.test(headers.accept ?? '')
    : headers['sec-fetch-dest'] === 'document'

/**
 * Serves the built client: its files, and its page for every path that the client routes. At any other path, a browser gets the page, which
 * says that there is nothing here, and other programs get 404. A browser without a session gets a page that does not request the user. For
 * a signed-in user, the page already contains the rendered screen.
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
      // Folders are not files: `/` is a page, all other folders are 404.
      allowedPath: (path) => !path.endsWith('/'),
      setHeaders: (reply, path) => {
        // The names of assets contain a hash of their content; pages must be revalidated.
        const immutable = /[\\/]assets[\\/]/.test(path)
        reply.header('cache-control', immutable ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
        // If the page were stored, the Back button would show it after the visitor has signed in.
        if (path.includes(visitorPage)) reply.header('cache-control', 'no-store')
      },
    })
    app.get('/sign-in', { config: { access: 'anyone' } }, (_request, reply) => reply.sendFile('sign-in.html'))
    app.get('/verify', { config: { access: 'anyone' } }, (_request, reply) => reply.sendFile('verify.html'))
    // The page has nothing of the event in it: it reads that itself, or has kept it.
    app.get('/day/:id', { config: { access: 'anyone' } }, (_request, reply) => reply.sendFile('day.html'))
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
    // The page shows who is signed in. If it were stored, the Back button would still show it after that has changed.
    return sendCompressed(
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-store'),
      page.html,
    )
  })
}
