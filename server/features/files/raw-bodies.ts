import type { FastifyInstance } from 'fastify'
import { maxBodyTimeoutMs } from '#server/http/body-limits.ts'

/** A scope of its own for routes that take files: bytes of any type are left to their handlers, and may take long. */
export const acceptRawBodies = (app: FastifyInstance, register: (raw: FastifyInstance) => void) =>
  app.register(async (raw) => {
    raw.addHook('onRoute', (options) => {
      options.config = { ...options.config, bodyTimeoutMs: maxBodyTimeoutMs }
    })
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', (_request, _payload, done) => done(null))
    register(raw)
  })
