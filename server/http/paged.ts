import type { FastifyReply } from 'fastify'
import { totalHeader } from '#contract/paging.ts'

interface PageInput {
  query: { limit?: number | undefined }
  reply: FastifyReply
}

/**
 * Answers a list with the number of all its rows in the `X-Total-Count` header. A `total` that is a function is called only
 * for a page: without a `limit` the rows are all there are.
 */
export const paged = async <Row>(
  { query, reply }: PageInput,
  rows: Row[] | PromiseLike<Row[]>,
  total: number | PromiseLike<number> | (() => PromiseLike<number>),
): Promise<Row[]> => {
  const count = typeof total === 'function' ? (query.limit === undefined ? undefined : total()) : total
  const [found, known] = await Promise.all([rows, count])
  reply.header(totalHeader, known ?? found.length)
  return found
}
