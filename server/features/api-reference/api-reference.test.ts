import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { webhookEvents, webhookTestEvent } from '#contract/webhooks/event-labels.ts'
import { createTokenClient } from '#test/api-tokens.ts'
import { createTestApp } from '#test/app.ts'
import { endpoints } from '#test/endpoints.ts'
import { createUser } from '#test/factories.ts'
import { pathOf, tagOf } from './operation.ts'

const portal = await createTestApp({ withClient: true })
afterAll(portal.close)
const admin = await createUser(portal, { role: 'admin' })
const staff = await portal.signIn(admin)
const described = (await staff.get('/openapi.json')).json()

// These routes are pages, probes and the socket, which the contract does not include.
const others = new Set([
  '/healthz',
  '/healthz/address',
  '/metrics',
  '/readyz',
  '/ws',
  '/*',
  '/sign-in',
  '/verify',
  '/day/:id',
  '/robots.txt',
  '/.well-known/security.txt',
])

test('the description is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(described))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(described.openapi).toBe('3.1.1')
})

test('the description has every route of the contract, each with its subject, and no others', () => {
  const routes = portal.app.declaredRoutes
    .filter(({ url, method }) => !others.has(url) && method !== 'HEAD')
    .map(({ method, url }) => `${method} ${pathOf({ path: url as `/${string}` })}`)
  const listed = Object.entries<object>(described.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(listed.sort()).toEqual([...new Set(routes)].sort())
  expect(described.tags.map(({ name }: { name: string }) => name)).toEqual(
    [...new Set(endpoints.map(tagOf))].sort(),
  )
})

test('an operation has its parameters, body, responses, errors, access, cost and schemes', () => {
  const list = described.paths['/api/saved-replies'].get
  expect(list).toMatchObject({
    operationId: 'getApiSavedReplies',
    tags: ['Saved replies'],
    security: [{ apiToken: [] }, { session: [] }],
    'x-access': 'staff',
    'x-cost': 'search',
  })
  expect(list.parameters.map(({ name }: { name: string }) => name)).toEqual(['search', 'page', 'limit'])
  expect(Object.keys(list.responses)).toEqual(['200', '400', '401', '403', '421', '429', '5XX'])
  expect(list.responses[200].headers).toHaveProperty('X-Total-Count')
  const change = described.paths['/api/tasks/{id}'].put
  expect(change.requestBody.content['application/json'].schema.properties).toHaveProperty('status')
  // JSON has dates as strings.
  const [task] =
    described.paths['/api/tasks/{id}'].get.responses[200].content['application/json'].schema.anyOf
  expect(task.properties.createdAt).toMatchObject({ type: 'string', format: 'date-time' })
  const { post } = described.paths['/api/admin/api-tokens']
  expect(post).toMatchObject({ security: [{ session: [] }], 'x-step-up': 'always' })
  expect(described.paths['/api/sign-in'].get.security).toEqual([])
})

test('every query parameter is described', () => {
  for (const { path, method, query } of endpoints) {
    if (!query) continue
    const { parameters } = described.paths[pathOf({ path })][method.toLowerCase()]
    const names = parameters.filter((each: { in: string }) => each.in === 'query')
    const { shape } = query as z.ZodObject
    expect(
      names.map(({ name }: { name: string }) => name),
      `${method} ${path}`,
    ).toEqual(Object.keys(shape))
  }
})

test('describes whole numbers, booleans, days and times in a query by their types', () => {
  const kinds = { number: 'integer', boolean: 'boolean' } as Record<string, string>
  for (const { path, query } of endpoints) {
    if (!query) continue
    for (const { name, schema, in: place } of described.paths[pathOf({ path })].get?.parameters ?? []) {
      if (place !== 'query') continue
      const shape = (query as z.ZodObject).shape[name] as z.ZodType
      const read = shape.safeParse('1').data
      const kind = kinds[typeof read]
      if (kind) expect(schema, `${path} ${name}`).toMatchObject({ type: kind })
      const isDay = shape.safeParse('2026-11-20').success && !shape.safeParse('2026-11-40').success
      if (isDay) expect(schema, `${path} ${name}`).toMatchObject({ format: 'date' })
      expect(JSON.stringify(schema), `${path} ${name}`).not.toContain('null')
    }
  }
  const { parameters } = described.paths['/api/saved-replies'].get
  expect(parameters.map(({ schema }: { schema: object }) => schema)).toEqual([
    { type: 'string', maxLength: 200 },
    { type: 'integer', minimum: 1, maximum: 1_000_000 },
    { type: 'integer', minimum: 1, maximum: 100 },
  ])
})

test('the description is open to staff and their tokens, and compressed; the page that shows it is open to staff', async () => {
  const program = await createTokenClient(portal, { createdBy: admin.id })
  const packed = await program.get('/openapi.json', { 'accept-encoding': 'gzip' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-store' })
  const partner = await portal.signIn(await createUser(portal))
  expect((await partner.get('/openapi.json')).statusCode).toBe(403)
  expect((await partner.get('/docs')).statusCode).toBe(403)
  const page = await staff.get('/docs')
  expect(page.body).toContain('<script src="/assets/api-reader-5b3c.js" defer>')
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("connect-src 'self';")
  expect(policy).toContain("default-src 'none';")
})

test('all operations have different names', () => {
  const names = Object.values<Record<string, { operationId: string }>>(described.paths).flatMap(
    (operations) => Object.values(operations).map(({ operationId }) => operationId),
  )
  expect(new Set(names).size).toBe(names.length)
})

test('the description has the messages of webhooks, each with its body', () => {
  expect(Object.keys(described.webhooks)).toEqual([...webhookEvents, webhookTestEvent])
  const { post } = described.webhooks['task.completed']
  const { schema } = post.requestBody.content['application/json']
  expect(schema.properties.type).toMatchObject({ const: 'task.completed' })
  expect(schema.properties.timestamp).toMatchObject({ type: 'string', format: 'date-time' })
  expect(Object.keys(schema.properties.data.properties)).toEqual(['task', 'partner'])
  expect(post).toMatchObject({
    security: [],
    operationId: 'receiveTaskCompleted',
    summary: "A partner's task is completed",
  })
})
