import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { partnerHeader, partnerParameter, totalHeader } from '#contract/headers.ts'

/** The part of the built client that renders; client/server-page.tsx describes it. */
interface Renderer {
  readsOf(viewer: Viewer, address: PageAddress): Read[]
  renderPage(
    data: Viewer & { responses: [queryKey: unknown, response: unknown][] },
    timeZone: string,
    address: PageAddress,
  ): Promise<{ html: string; title: string } | null>
}

interface Read {
  queryKey: unknown
  url: string
  /** Returns what the browser stores of a response. `total` is the number of all rows, if the response is a list. */
  toData(response: unknown, total: number): unknown
}

interface Viewer {
  user: unknown
  profile: unknown
}

interface PageAddress {
  pathname: string
  search: string
}

// These headers identify the user and the client's address.
const passedOn = [
  'cookie',
  'host',
  'user-agent',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

// If reading takes longer, it is faster to let the browser load the scripts and render the page.
const maxReadMs = 500
// After this time, the page is sent without the screen's data, which the browser then requests again.
const maxScreenReadMs = 300

const titleElement = /<title>[^<]*<\/title>/
const rootElement = /(<div id="root")>.*?<\/div><\/div>/s
// The browser should show the rendered screen before it loads the scripts.
const scriptsToLoad = /<script type="module"|<link rel="modulepreload"/g
const earlyPage = '<script src="/early-page.js" async></script>'
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeText = (text: string) => text.replace(/[&<>]/g, (character) => escapes[character] ?? '')
// Escaping `<` keeps the value from ending the script element, or beginning a comment in it.
const toScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Creates the function that renders the page of a signed-in user, with the data that the browser needs to take over. The data comes from
 * the same calls that the browser would make.
 * @param folder the folder of the built client
 */
export const createPageRenderer = (app: FastifyInstance, folder: string) => {
  const file = join(folder, '..', 'server', 'server-page.js')
  const template = readFile(join(folder, 'index.html'), 'utf8')
  template.catch(() => {})
  let renderer: Promise<Renderer> | undefined

  const read = async (request: FastifyRequest, url: string) => {
    const named = (request.query as Record<string, unknown>)[partnerParameter]
    const passed: [string, unknown][] = passedOn.map((name) => [name, request.headers[name]])
    const headers = Object.fromEntries(
      [...passed, [partnerHeader, named]].filter(([, value]) => value !== undefined),
    ) as Record<string, string>
    const remoteAddress = request.socket.remoteAddress
    const response = await app.inject({
      method: 'GET',
      url,
      headers,
      ...(remoteAddress && { remoteAddress }),
    })
    return {
      status: response.statusCode,
      value: response.statusCode === 200 ? response.json() : null,
      total: Number(response.headers[totalHeader.toLowerCase()]),
    }
  }

  /** Reads who is signed in; null if that cannot be read. */
  const readViewer = async (request: FastifyRequest) => {
    const { status, value: user } = await read(request, '/api/auth/user')
    if (status === 401) return 'visitor'
    if (!user) return null
    const profile = user.partnerId === null ? null : await read(request, '/api/partner/profile')
    return profile && profile.status !== 200 && profile.status !== 404
      ? null
      : { user, profile: profile?.value ?? null }
  }

  /** Reads the data of the screen. The browser requests again what cannot be read here. */
  const readScreen = async (request: FastifyRequest, reads: Read[]) => {
    const responses = await Promise.all(
      reads.map(async ({ url, ...own }) => ({ ...own, ...(await read(request, url)) })),
    )
    return responses.flatMap(({ queryKey, toData, status, value, total }): [unknown, unknown][] =>
      status === 200 ? [[queryKey, toData(value, total)]] : [],
    )
  }

  const readPage = async (request: FastifyRequest, address: PageAddress) => {
    renderer ??= import(pathToFileURL(file).href)
    renderer.catch(() => {})
    const [viewer, account] = await Promise.all([
      within(maxReadMs, readViewer(request)),
      within(maxReadMs, read(request, '/api/account/profile')),
    ])
    if (!viewer || viewer === 'visitor') return viewer
    const { readsOf } = await renderer
    const responses = await within(maxScreenReadMs, readScreen(request, readsOf(viewer, address)))
    return { data: { ...viewer, responses: responses ?? [] }, timeZone: account?.value?.timeZone }
  }

  /** Returns the HTML of the page; null if the browser has to render it, `visitor` if the session has ended. Never fails. */
  return async (request: FastifyRequest): Promise<{ html: string } | 'visitor' | null> => {
    if (!existsSync(file)) return null
    try {
      const { pathname, search } = new URL(request.url, 'http://portal.invalid')
      const given = await readPage(request, { pathname, search })
      if (given === 'visitor') return given
      if (!given) return null
      const state = `<script type="application/json" id="page-data">${toScript(given.data)}</script>`
      // Until a browser has reported the reader's zone, only the data comes with the page, since most dates would change.
      if (!given.timeZone) return { html: (await template).replace(rootElement, (root) => root + state) }
      const page = await (await renderer)?.renderPage(given.data, given.timeZone, { pathname, search })
      if (!page) return null
      const html = (await template)
        .replaceAll(scriptsToLoad, '$& fetchpriority="low"')
        .replace(titleElement, () => `<title>${escapeText(page.title)}</title>${earlyPage}`)
        .replace(rootElement, (_, root: string) => `${root} aria-busy="true">${page.html}</div>${state}`)
      return { html }
    } catch (err) {
      request.log.warn({ err }, 'the page could not be rendered; the browser renders it instead')
      return null
    }
  }
}

/** Resolves like the promise, or to null when it takes too long. */
const within = async <T>(ms: number, promise: Promise<T>): Promise<T | null> => {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, ms, null)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
