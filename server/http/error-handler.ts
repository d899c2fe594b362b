import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, type ErrorResponse, errorStatus } from '#contract/errors.ts'
import { isDatabaseFull, isDatabaseOutage } from '#server/db/outage.ts'
import { StorageError } from '#server/storage/object-store.ts'
import { AppError } from './app-error.ts'
import { errorPage, errorPagePolicy, isOpenedByPerson } from './error-page.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error in the response. */
    failure: ErrorCode | null
  }
}

const outageRetrySeconds = 5

/** Returns the error that the caller sees for any failure. */
export const toAppError = (error: FastifyError | AppError): AppError => {
  if (error instanceof AppError) return error
  switch (error.statusCode) {
    case 413:
      return new AppError('too_large', 'The request is too large', { cause: error })
    case 415:
      return new AppError('unsupported_media_type', 'The content type must be application/json', {
        cause: error,
      })
    // An id in the path that is too long cannot exist.
    case 414:
    case 404:
      return new AppError('not_found', 'Not found', { cause: error })
  }
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('bad_request', 'The request is not valid', { cause: error })
  }
  if (error instanceof StorageError) return toStorageAppError(error)
  if (isDatabaseFull(error)) return storageIsFull(error)
  if (isDatabaseOutage(error)) {
    return new AppError('unavailable', 'The portal is temporarily unavailable. Try again in a few seconds.', {
      cause: error,
      retryAfter: outageRetrySeconds,
    })
  }
  return new AppError('internal', 'Something went wrong. Try again.', { cause: error })
}

const storageIsFull = (cause: Error) =>
  new AppError('unavailable', 'Storage is full. Contact the administrator of this portal.', { cause })

const toStorageAppError = (error: StorageError) =>
  error.failure === 'full'
    ? storageIsFull(error)
    : new AppError('unavailable', 'Files are temporarily unavailable. Try again in a few seconds.', {
        cause: error,
        retryAfter: outageRetrySeconds,
      })

/**
 * Turns errors into responses; this is the only place that does so. Causes are logged, not sent. Returns nothing, because Fastify waits for
 * a returned reply with additional listeners.
 */
export const handleError = (error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) => {
  const failure = toAppError(error)
  request.failure = failure.code
  const status = errorStatus[failure.code]
  // An error without a cause is intentional, such as "not ready".
  if (status >= 500 && failure.cause) request.log.error({ err: failure.cause }, 'request failed')
  if (failure.retryAfter !== undefined) reply.header('retry-after', Math.ceil(failure.retryAfter))
  // RFC 9110 requires the name of a scheme. Browsers do not prompt for this one.
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  // This header belonged to the file that should have been sent.
  reply.removeHeader('content-disposition')
  if (isOpenedByPerson(request)) {
    reply
      .code(status)
      .headers({ 'cache-control': 'no-store', 'content-security-policy': errorPagePolicy })
      .type('text/html; charset=utf-8')
      .send(errorPage(failure.code, failure.message))
    return
  }
  const body: ErrorResponse = { message: failure.message, code: failure.code, fields: failure.fields }
  reply.code(status).header('cache-control', 'no-store').type('application/json').send(JSON.stringify(body))
}
