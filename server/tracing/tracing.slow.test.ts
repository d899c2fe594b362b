import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#test/factories.ts'
import { createInstallation, type Installation, sessionCookie } from '#test/installation.ts'
import { type ServerProcess, startServerProcess } from '#test/server-process.ts'
import packageJson from '../../package.json' with { type: 'json' }

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status: { code?: number }
  attributes: Record<string, string | number>
}
interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number | string }
}
const valuesOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

/** Starts a receiver of OTLP over HTTP, as JSON. */
const startCollector = async () => {
  const spans: Span[] = []
  const resources: ReturnType<typeof valuesOf>[] = []
  const paths = new Set<string>()
  const received: string[] = []
  const server = createServer(async (request, response) => {
    // biome-ignore lint/suspicious/noExplicitAny: the body of another program, whose shape the test is about
    const body = (await json(request)) as any
    paths.add(
      `${request.method} ${request.url} ${request.headers['content-type']} ${request.headers['x-key']}`,
    )
    received.push(JSON.stringify(body))
    for (const { resource, scopeSpans } of body.resourceSpans) {
      resources.push(valuesOf(resource.attributes))
      for (const scope of scopeSpans)
        for (const span of scope.spans) spans.push({ ...span, attributes: valuesOf(span.attributes) })
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}`, spans, resources, paths, received, stop }
}

const soon = { timeout: 60_000, interval: 100 }

describe('with a collector', () => {
  const email = 'person@example.test'
  let installation: Installation
  let collector: Awaited<ReturnType<typeof startCollector>>
  let portal: ServerProcess
  let cookie: string

  beforeAll(async () => {
    collector = await startCollector()
    installation = await createInstallation()
    const { db, environment } = installation
    cookie = await sessionCookie(db, await createUser({ db }, { email }))
    portal = await startServerProcess({
      ...environment,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=key-of-the-test',
      OTEL_SERVICE_NAME: 'portal-of-the-test',
    })
  })
  afterAll(async () => {
    if (portal.child.exitCode === null) await portal.stop()
    await collector.stop()
    await installation.remove()
  })

  /** Returns the span of a response's request, once it has arrived, and the spans within it. */
  const traceOf = async (response: Response) => {
    const id = response.headers.get('x-request-id')
    const find = () => collector.spans.find(({ attributes }) => attributes['portal.request_id'] === id)
    await expect.poll(find, soon).toBeDefined()
    const request = find()
    if (!request) throw new Error('the span is gone')
    return { request, within: collector.spans.filter(({ parentSpanId }) => parentSpanId === request.spanId) }
  }

  test('a request arrives as a span with its statements within it', async () => {
    const { request, within } = await traceOf(
      await fetch(`${portal.url}/api/search?q=secretword`, { headers: { cookie } }),
    )
    expect(request).toMatchObject({
      name: 'GET /api/search',
      kind: 2,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/search',
        'http.response.status_code': 200,
      },
    })
    expect(request.parentSpanId ?? '').toBe('')
    // One of these spans finds the session, before the handler runs.
    expect(within.length).toBeGreaterThanOrEqual(2)
    for (const span of within) {
      expect(span.traceId).toBe(request.traceId)
      expect(span.name).toMatch(/^(SELECT|UPDATE|INSERT|WITH)\b/)
      expect(span.attributes['db.query.text']).toMatch(/^(select|update|insert|with)\b/i)
    }
    expect(within.map(({ name }) => name)).toContain('SELECT sessions')
    expect([...collector.paths]).toEqual(['POST /v1/traces application/json key-of-the-test'])
    expect(collector.resources[0]).toMatchObject({
      'service.name': 'portal-of-the-test',
      'service.version': packageJson.version,
    })
  })

  test('statements after a body belong to its request, even with many requests at once', async () => {
    const send = (q: number) =>
      fetch(`${portal.url}/api/account/profile`, {
        method: 'PUT',
        headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ firstName: `Secret${q}`, lastName: 'Secretname' }),
      })
    // These are more requests than there are connections, so some wait for one.
    const responses = await Promise.all(Array.from({ length: 30 }, (_, q) => send(q)))
    for (const response of responses) {
      expect(response.status).toBe(200)
      const { within } = await traceOf(response)
      const names = within.map(({ name }) => name.split(' ')[0])
      expect(names.filter((name) => name === 'BEGIN').length).toBe(
        names.filter((name) => name === 'COMMIT').length,
      )
      expect(names.filter((name) => name === 'UPDATE').length).toBeGreaterThanOrEqual(1)
      expect(within.length).toBeLessThan(30)
    }
  })

  test('jobs are traced by their kind, too', async () => {
    const asked = await fetch(`${portal.url}/api/sign-in/code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email }),
    })
    expect(asked.status).toBe(202)
    const find = () => collector.spans.find(({ name }) => name === 'job sign-in-mail')
    await expect.poll(find, soon).toMatchObject({ status: {}, kind: 5 })
    expect(collector.spans.some(({ parentSpanId }) => parentSpanId === find()?.spanId)).toBe(true)
  })

  test('stopping sends the remaining spans, and no span has personal data', async () => {
    const last = await fetch(`${portal.url}/api/partner/documents/secret-id?email=secret@example.test`, {
      headers: {
        cookie,
        'user-agent': 'SecretBrowser',
        traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      },
    })
    expect(last.status).toBe(404)
    expect(await portal.stop()).toBe(0)
    const { request } = await traceOf(last)
    expect(request).toMatchObject({ name: 'GET /api/partner/documents/:id', status: {} })
    const all = collector.received.join('\n')
    expect(all).toContain('/api/account/profile')
    const token = cookie.slice(cookie.indexOf('=') + 1)
    const secrets = ['@example', '@demo', 'secret', 'Secret', token, 'aaaaaaaa', '127.0.0.1']
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
  })
})

test('without the settings neither tracing nor metrics are loaded', () => {
  const loadedBy = (...paths: string[]) =>
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { registerHooks } from 'node:module'
        registerHooks({ resolve(specifier, context, next) {
          const found = next(specifier, context)
          if (/node_modules\\/(@opentelemetry|prom-client)\\//.test(found.url)) console.log(specifier)
          return found
        } })
        for (const path of ${JSON.stringify(['quick-imports.ts', ...paths])}) await import('./server/' + path)`,
      ],
      { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' },
    )
  expect(loadedBy('server.ts')).toBe('')
  const loaded = loadedBy('tracing/tracing.ts', 'metrics/metrics.ts')
  expect(loaded).toContain('@opentelemetry/sdk-trace')
  expect(loaded).toContain('prom-client')
})
