import type { FastifyRequest } from 'fastify'
import { apiTokenPrefix } from '#contract/api-tokens.ts'

/**
 * Returns the API token in a request, valid or not. Undefined for any other `Authorization`, such as one that a proxy adds for its own use.
 */
export const tokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>) => {
  const [, token] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return token?.startsWith(apiTokenPrefix) ? token : undefined
}
