import type { FastifyInstance } from 'fastify'
import { maxBodyTimeoutMs } from '#server/http/body-limits.ts'

/** Registers routes that receive files: their handlers read the body, of any type, within the longer time limit. */
export const acceptRawBodies = (app: FastifyInstance, register: (raw: FastifyInstance) => void) =>
  app.register(async (raw) => {
    raw.addHook('onRoute', (options) => {
      options.config = { ...options.config, bodyTimeoutMs: maxBodyTimeoutMs }
    })
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', (_request, _payload, done) => done(null))
    register(raw)
  })
