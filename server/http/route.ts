import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import type { Access, Endpoint, Parsed, ResponseBody } from '#contract/endpoint.ts'
import { partnerParameter } from '#contract/headers.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import {
  requireAccess,
  requireNotImpersonating,
  requirePartnerChoice,
  requireStepUp,
  requireTokenAccess,
} from './access.ts'
import { AppError } from './app-error.ts'
import { tokenOf } from './bearer.ts'
import { sendResponse } from './encode-response.ts'
import { parseInput, parseParams } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. The server does not start if a route does not declare this. */
    access?: Access
    inBackground?: boolean | undefined
    /** The endpoint of the contract. */
    endpoint?: Endpoint
  }
  interface FastifyInstance {
    declaredRoutes: readonly RouteOptions[]
  }
  interface FastifyRequest {
    signedIn: SignedInUser | null
    /** The time of the last check of access, by `performance.now()`. */
    accessCheckedAt: number
  }
}

export interface RouteInput<E extends Endpoint> {
  /** The signed-in user; null only for endpoints that anyone may call, which do not read the session. */
  user: E['access'] extends 'anyone' ? null : SignedInUser
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  body: Parsed<E, 'body'>
  request: FastifyRequest
  reply: FastifyReply
}

type HandlerResponse<E extends Endpoint> = [ResponseBody<E>] extends [never] ? FastifyReply : ResponseBody<E>

/**
 * Collects all routes, and fails the start when one does not declare its access.
 * Call before any route is registered.
 */
export const requireDeclaredAccess = (app: FastifyInstance) => {
  const routes: RouteOptions[] = []
  app.decorate('declaredRoutes', routes)
  app.addHook('onRoute', (options) => {
    routes.push(options)
  })
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes) {
      if (!config?.access) throw new Error(`The route ${method} ${url} does not declare who may call it`)
    }
  })
}

// While a client sends its body slowly, its user may be signed out, disabled or given another role.
const maxAccessAgeMs = 1_000

/**
 * Registers an endpoint of the contract with Fastify; this is the only place that does so. It checks access before the body is read, then
 * parses params, query and body, calls the handler, and sends the result in the shape that the contract promises. After a slow body, it
 * checks access again. A result with more fields than its schema is a bug and fails.
 */
export const route = <const E extends Endpoint>(
  app: FastifyInstance,
  sessions: Sessions,
  endpoint: E,
  handler: (input: RouteInput<E>) => Promise<HandlerResponse<E>>,
) => {
  const { method, path, access, stepUp, params, query, body } = endpoint
  const responses: Endpoint['responses'] = endpoint.responses
  const [defaultStatus] = Object.keys(responses)

  const checkToken = async (request: FastifyRequest) => {
    const user = await app.findTokenUser(request)
    // The user is set before the check, so that the log shows who was refused.
    request.signedIn = user
    requireTokenAccess(endpoint, user)
    if (access !== 'anyone') requireAccess(access, user)
  }

  const checkAccess = async (request: FastifyRequest, reply: FastifyReply) => {
    if (tokenOf(request)) return checkToken(request)
    const writes = method !== 'GET' && !endpoint.allowedWhileImpersonating
    if (access === 'anyone' && !writes) return
    const user = await sessions.find(request, reply)
    // The user is set before the check, so that the log shows who was refused.
    if (access !== 'anyone') request.signedIn = user
    // Signing in needs no rights, and is also allowed after an impersonation has ended.
    if (writes && (access !== 'anyone' || user?.impersonation)) requireNotImpersonating(user)
    if (access === 'anyone') return
    requireAccess(access, user)
    if (writes) requirePartnerChoice(user)
    if (stepUp && user) requireStepUp(user, stepUp)
  }

  const respond = async (request: FastifyRequest, reply: FastifyReply) => {
    if (performance.now() - request.accessCheckedAt > maxAccessAgeMs) {
      await checkAccess(request, reply)
    }
    if (defaultStatus) reply.code(Number(defaultStatus))
    // The response belongs to this caller, so no shared cache may store it.
    reply.header('cache-control', 'no-store')
    const input = {
      user: request.signedIn,
      params: params ? parseParams(params, request.params) : undefined,
      query: query ? parseInput(query, withoutPartner(request.query)) : undefined,
      body: body ? parseInput(body, request.body ?? parseMissingBody(body)) : undefined,
      request,
      reply,
    } as RouteInput<E>
    const answered = await handler(input)
    // The response may already have been sent, or cut off because its reader disconnected.
    if (reply.sent || reply.raw.headersSent || answered === reply) return reply
    const schema = responses[reply.statusCode as keyof typeof responses]
    if (!schema || reply.statusCode === 204) return reply.send()
    return sendResponse(reply, schema, answered)
  }

  app.route({
    method,
    url: path,
    config: { access, inBackground: endpoint.inBackground, cost: endpoint.cost, endpoint },
    onRequest: async (request, reply) => {
      await app.finishBeforeClose(checkAccess(request, reply))
      request.accessCheckedAt = performance.now()
    },
    handler: (request, reply) => app.finishBeforeClose(respond(request, reply)),
  })
}

/** Returns a query without the choice of a partner, which the session reads. */
const withoutPartner = (query: unknown) => {
  const { [partnerParameter]: _named, ...own } = query as Record<string, unknown>
  return own
}

/** Parses a missing body. @throws AppError `bad_request` unless the schema accepts that there is no body */
const parseMissingBody = (body: z.ZodType) => {
  if (body.safeParse(undefined).success) return undefined
  throw new AppError('bad_request', 'A JSON body is required', { fields: { body: 'This field is required' } })
}
