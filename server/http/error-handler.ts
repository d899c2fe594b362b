import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorAnswer, type ErrorCode, errorStatus } from '#contract/errors.ts'
import { isDatabaseFull, isDatabaseOutage } from '#server/db/outage.ts'
import { StorageError } from '#server/storage/object-store.ts'
import { AppError } from './app-error.ts'
import { errorPage, errorPagePolicy, isOpenedByPerson } from './error-page.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that was answered. */
    failure: ErrorCode | null
  }
}

const outageRetrySeconds = 5

/** The error that the caller sees for any failure. */
export const toAppError = (error: FastifyError | AppError): AppError => {
  if (error instanceof AppError) return error
  switch (error.statusCode) {
    case 413:
      return new AppError('too_large', 'The request is too large', { cause: error })
    case 415:
      return new AppError('unsupported_media_type', 'The content type must be application/json', {
        cause: error,
      })
    // An overlong id in the path leads to nothing that exists.
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
 * The one place where errors become answers. Causes are logged, not sent. It returns nothing: a returned reply is waited for, with listeners of
 * its own.
 */
export const handleError = (error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) => {
  const failure = toAppError(error)
  request.failure = failure.code
  const status = errorStatus[failure.code]
  // An error without a cause is intended, such as "not ready".
  if (status >= 500 && failure.cause) request.log.error({ err: failure.cause }, 'request failed')
  if (failure.retryAfter !== undefined) reply.header('retry-after', Math.ceil(failure.retryAfter))
  // RFC 9110 wants the name of a scheme; browsers ask for nothing by this one.
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  // Of the file that it was to be.
  reply.removeHeader('content-disposition')
  if (isOpenedByPerson(request)) {
    reply
      .code(status)
      .headers({ 'cache-control': 'no-store', 'content-security-policy': errorPagePolicy })
      .type('text/html; charset=utf-8')
      .send(errorPage(failure.code, failure.message))
    return
  }
  const body: ErrorAnswer = { message: failure.message, code: failure.code, fields: failure.fields }
  reply.code(status).header('cache-control', 'no-store').type('application/json').send(JSON.stringify(body))
}
