import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/api-reference.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/http/app-error.ts'
import { builtClient } from '#server/http/client-files.ts'
import { sendCompressed } from '#server/http/compression.ts'
import { route } from '#server/http/route.ts'
import { endpointsOf, openApiOf } from './openapi.ts'
import { referencePage, referencePolicy } from './page.ts'

const readVersion = async () => {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Registers the endpoint of the API's description, which is built at the first request. */
export const registerOpenApi = (
  app: FastifyInstance,
  { sessions, settings, baseUrl }: Pick<Deps, 'sessions' | 'settings' | 'baseUrl'>,
) => {
  const build = async () => {
    const about = { version: await readVersion(), companyName: settings.companyName, url: baseUrl() }
    return JSON.stringify(await openApiOf(endpointsOf(app.declaredRoutes), about))
  }
  let built: Promise<string> | undefined

  route(app, sessions, contract.getOpenApi, async ({ reply }) => {
    built ??= build()
    return sendCompressed(reply.type('application/json; charset=utf-8'), await built)
  })
}

/** Registers the page that shows the API's description, if the client is built. Call it in the scope that sets the headers of pages. */
export const registerApiReference = (
  app: FastifyInstance,
  { sessions, settings }: Pick<Deps, 'sessions' | 'settings'>,
  clientFolder = builtClient,
) => {
  const assets = join(clientFolder, 'assets')
  const reader = existsSync(assets) && readdirSync(assets).find((name) => /^api-reader-.+\.js$/.test(name))

  route(app, sessions, contract.getApiReference, async ({ reply }) => {
    if (!reader) throw notFound()
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', referencePolicy)
      .send(referencePage({ reader: `/assets/${reader}`, companyName: settings.companyName }))
  })
}
