import type { FastifyRequest } from 'fastify'
import { apiTokenPrefix } from '#contract/api-tokens.ts'

/**
 * The API token that a request carries, whether or not it is one that works. Undefined for any other `Authorization`, such as what a proxy adds
 * for itself.
 */
export const tokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>) => {
  const [, token] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return token?.startsWith(apiTokenPrefix) ? token : undefined
}
