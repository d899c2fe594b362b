import type { FastifyInstance } from 'fastify'
import { subscribeToInvalidations } from '#contract/events.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { createStreams } from './streams.ts'

const mediaType = 'text/event-stream'

const streamHeaders = {
  'content-type': mediaType,
  'cache-control': 'no-store, no-transform',
  // Prevents nginx and similar proxies from buffering the stream.
  'x-accel-buffering': 'no',
}

export const registerEvents = (app: FastifyInstance, deps: Deps) => {
  const streams = createStreams(deps)
  app.addHook('preClose', async () => streams.close())
  deps.metrics?.observeOpen('event_stream', streams.count)

  route(app, deps.sessions, subscribeToInvalidations, async ({ user, query, request, reply }) => {
    if (!request.headers.accept?.includes(mediaType))
      throw new AppError('bad_request', 'This address only serves event streams')
    if (request.method === 'HEAD') return reply.headers(streamHeaders).send()
    streams.requireBelowLimit(user)
    reply.hijack()
    reply.raw.writeHead(200, { ...reply.getHeaders(), ...streamHeaders } as Record<string, string>)
    const isResumed = request.headers['last-event-id'] !== undefined
    streams.add(reply.raw, user, isResumed, query.reading)
    return reply
  })
}
