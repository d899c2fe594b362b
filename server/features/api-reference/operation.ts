import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { totalHeader } from '#contract/headers.ts'
import { errorRef, type JsonSchema, wireSchema } from './schemas.ts'

/** Returns a path in the notation of OpenAPI: `/api/tasks/{id}` for `/api/tasks/:id`. */
export const pathOf = ({ path }: Pick<Endpoint, 'path'>) => path.replace(/:(\w+)/g, '{$1}')

const spaced = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')

const subjects: Record<string, string> = {
  auth: 'Session',
  login: 'Session',
  logout: 'Session',
  portal: 'Session',
  'sign-in': 'Session',
  'view-as-partner': 'Session',
  partner: 'Own partner data',
  objects: 'Files',
  'held-files': 'Files',
  'task-proofs': 'Tasks',
  'partners-with-user-info': 'Partners',
  'partner-groups': 'Users',
  'partner-tags': 'Partners',
  reminders: 'Partners',
  invitations: 'Partners',
  'bulk-actions': 'Partners',
  views: 'Partners',
  'group-managers': 'Partners',
  'partner-notes': 'Partners',
  'users-with-partner-status': 'Users',
  'users-without-partner-profiles': 'Users',
  user: 'Notifications',
  unsubscribe: 'Notifications',
  stats: 'Overview',
  attention: 'Overview',
  'api-tokens': 'API',
  'webhook-deliveries': 'Webhooks',
  'openapi.json': 'API',
  docs: 'API',
}

/** Returns the subject under which an endpoint is listed. */
export const tagOf = ({ path }: Pick<Endpoint, 'path'>) => {
  const [subject = ''] = path.replace(/^\/(api\/)?(admin\/)?/, '').split('/')
  return subjects[subject] ?? spaced(subject)
}

const accessTexts: Record<Endpoint['access'], string> = {
  anyone: 'Open to anyone.',
  'any-session': 'For all signed-in users.',
  'signed-in': 'For all signed-in users.',
  onboarded: 'For partners who have completed onboarding, and staff.',
  staff: 'For staff.',
  admin: 'For admins.',
}

const descriptionOf = (endpoint: Endpoint) => {
  const { method, access, stepUp, cost } = endpoint
  const scope = method === 'GET' ? 'read only' : 'read and write'
  return [
    accessTexts[access],
    endpoint.byToken ? `An API token needs the scope "${scope}".` : 'Not open to API tokens.',
    stepUp === true && 'The user first confirms their identity.',
    stepUp === 'old-session' &&
      'In a session that is a few hours old, the user first confirms their identity.',
    cost && `Counts toward the caller's limit of "${cost}" calls.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Removes null from a schema of the query: a parameter can be missing or empty, but it cannot be null like a field of a body. */
const withoutNull = ({ anyOf, ...schema }: JsonSchema): JsonSchema => {
  const kept = anyOf?.filter((each) => (each as JsonSchema).type !== 'null')
  return kept?.length === 1
    ? { ...schema, ...(kept[0] as JsonSchema) }
    : { ...schema, ...(kept && { anyOf: kept }) }
}

/** Returns the parameters in the path or the query. Those in the path are always required. */
const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query') => {
  if (!schema) return []
  const { properties = {}, required = [] } = wireSchema(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: place === 'query' ? withoutNull(property as JsonSchema) : (property as JsonSchema),
  }))
}

const rawBodies: [path: RegExp, contentType: string][] = [
  [/\/upload\/:id$|\/uploads\/:id$/, 'application/octet-stream'],
  [/\/picture$/, 'image/*'],
  [/\/import(\/check)?$/, 'text/csv'],
  [/^\/unsubscribe$/, 'application/x-www-form-urlencoded'],
]

const bodyOf = ({ method, path, body }: Endpoint) => {
  if (body) {
    const required = !body.safeParse(undefined).success
    return { required, content: { 'application/json': { schema: wireSchema(body) } } }
  }
  const [, contentType] = rawBodies.find(([pattern]) => pattern.test(path)) ?? []
  if (!contentType || (method !== 'PUT' && method !== 'POST')) return undefined
  return { required: path !== '/unsubscribe', content: { [contentType]: {} } }
}

const redirects = new Set(['/api/login', '/api/logout', '/api/sign-in/provider', '/api/sign-in/callback'])

const statusTexts: Record<string, string> = { 201: 'Created', 202: 'Accepted', 204: 'Done' }

const listHeaders = {
  [totalHeader]: { description: 'The number of rows on all pages.', schema: { type: 'integer' } },
  Link: { description: 'The address of the next page, if there is one.', schema: { type: 'string' } },
}

const fileTexts: Partial<Record<string, string>> = {
  206: 'The requested range',
  302: 'Redirects to the file',
  304: 'The caller already has it',
}

const responsesOf = (endpoint: Endpoint) => {
  const { query, responses } = endpoint
  const isList = query !== undefined && 'page' in (wireSchema(query).properties ?? {})
  const described = Object.entries(responses).map(([status, schema]) => [
    status,
    {
      description: statusTexts[status] ?? 'OK',
      ...(isList && status === '200' && { headers: listHeaders }),
      ...(status !== '204' && { content: { 'application/json': { schema: wireSchema(schema) } } }),
    },
  ])
  return described.length > 0 ? Object.fromEntries(described) : filesOf(endpoint)
}

const namedIn = ({ summary }: Endpoint, pattern: RegExp) =>
  [...summary.matchAll(pattern)].map(([status]) => status)

/** Returns the responses of an endpoint that declares none: a redirect, or a file and the other statuses that the summary names. */
const filesOf = (endpoint: Endpoint) => {
  if (redirects.has(endpoint.path)) return { 302: { description: 'Redirects to a page' } }
  const others = namedIn(endpoint, /\b(?:206|30\d)\b/g)
  return {
    200: { description: 'A file, a page or a stream', content: { '*/*': {} } },
    ...Object.fromEntries(others.map((status) => [status, { description: fileTexts[status] ?? '' }])),
  }
}

/** Whether users of partners may call an endpoint, who can name the partner that they act for. */
const isForPartners = ({ access }: Endpoint) => ['any-session', 'signed-in', 'onboarded'].includes(access)

/** Returns the error responses of an endpoint. Statuses that only this endpoint sends are read from its summary. */
const errorsOf = (endpoint: Endpoint) => {
  const { method, access, byToken, cost, params } = endpoint
  // An endpoint without a body still parses and refuses one that is sent.
  const takesBody = method !== 'GET'
  const statuses = new Set([
    '400',
    // Every endpoint can refuse an API token with 401 or 403, even an endpoint that is open to anyone.
    '401',
    '403',
    ...(params || isForPartners(endpoint) ? ['404'] : []),
    ...(takesBody && isForPartners(endpoint) ? ['409'] : []),
    ...(takesBody ? ['413', '415'] : []),
    '421',
    // After too many wrong tokens, all requests with wrong tokens from that network get a 429 for a while.
    ...(cost || byToken || access === 'anyone' ? ['429'] : []),
    ...namedIn(endpoint, /\b4\d\d\b/g),
    '5XX',
  ])
  return Object.fromEntries([...statuses].sort().map((status) => [status, errorRef(status)]))
}

/** Returns the statuses that an endpoint can send, such as `404`, or a range of them, such as `5XX`. */
export const statusesOf = (endpoint: Endpoint) => [
  ...(Object.keys(endpoint.responses).length > 0
    ? Object.keys(endpoint.responses)
    : Object.keys(filesOf(endpoint))),
  ...Object.keys(errorsOf(endpoint)),
]

/** Returns the OpenAPI operation of an endpoint. */
export const operationOf = (endpoint: Endpoint) => {
  const { method, access, stepUp, cost, byToken, params, query, summary } = endpoint
  const requestBody = bodyOf(endpoint)
  return {
    operationId: `${method.toLowerCase()}${pathOf(endpoint).replace(/\W+(\w?)/g, (_match, next: string) => next.toUpperCase())}`,
    tags: [tagOf(endpoint)],
    summary,
    description: descriptionOf(endpoint),
    security: access === 'anyone' ? [] : [...(byToken ? [{ apiToken: [] }] : []), { session: [] }],
    parameters: [
      ...parametersOf(params, 'path'),
      ...parametersOf(query, 'query'),
      ...(isForPartners(endpoint) ? [{ $ref: '#/components/parameters/Partner' }] : []),
    ],
    ...(requestBody && { requestBody }),
    responses: { ...responsesOf(endpoint), ...errorsOf(endpoint) },
    'x-access': access,
    ...(cost && { 'x-cost': cost }),
    ...(stepUp && { 'x-step-up': stepUp === true ? 'always' : stepUp }),
  }
}
