import type { FastifyRequest } from 'fastify'
import { idempotencyHeader } from '#contract/headers.ts'
import { AppError } from './app-error.ts'

const maxKeyLength = 200

/** Returns the idempotency key of a request; null if it has none. @throws AppError `bad_request` for one that is too long */
export const idempotencyKeyOf = ({ headers }: FastifyRequest) => {
  const key = headers[idempotencyHeader.toLowerCase()]
  if (typeof key !== 'string' || key === '') return null
  if (key.length > maxKeyLength) {
    throw new AppError('bad_request', `${idempotencyHeader} must have at most ${maxKeyLength} characters.`)
  }
  return key
}
