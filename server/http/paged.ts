import type { FastifyReply, FastifyRequest } from 'fastify'
import { totalHeader } from '#contract/headers.ts'
import { maxRows, type Page } from '#contract/paging.ts'

export interface PageInput {
  query: { page?: number | undefined; limit?: number | undefined }
  request: FastifyRequest
  reply: FastifyReply
}

/** Returns the page that a query asks for. The default `limit` is the maximum length of a list. */
export const pageOf = ({ page = 1, limit = maxRows }: PageInput['query']): Page => ({ page, limit })

/** Returns the URL of the request for another page, relative to the portal. */
const addressOf = ({ url }: FastifyRequest, page: number) => {
  const [path = '', search] = url.split('?')
  const query = new URLSearchParams(search)
  query.set('page', String(page))
  return `${path}?${query}`
}

/** Returns a page of a list. Sets `X-Total-Count` to the number of all rows, and `Link` to the next page if there is one. */
export const answerPage = <Row>({ query, request, reply }: PageInput, rows: Row[], total: number): Row[] => {
  const { page, limit } = pageOf(query)
  reply.header(totalHeader, total)
  if (rows.length > 0 && page * limit < total) {
    reply.header('link', `<${addressOf(request, page + 1)}>; rel="next"`)
  }
  return rows
}

/** Like `answerPage`, for a list with a separate query to count its rows. It runs only for a `limit`, or when there may be more rows. */
export const paged = async <Row>(
  input: PageInput,
  list: (page: Page) => PromiseLike<Row[]>,
  count: () => PromiseLike<number>,
): Promise<Row[]> => {
  const { page, limit } = pageOf(input.query)
  const [rows, counted] = await Promise.all([
    list({ page, limit }),
    input.query.limit === undefined ? undefined : count(),
  ])
  const isLast = rows.length < limit && (rows.length > 0 || page === 1)
  return answerPage(input, rows, counted ?? (isLast ? (page - 1) * limit + rows.length : await count()))
}

/** Like `paged`, for a list and a count with the same arguments; the list takes the page as an additional last one. */
export const pagedOf = <Row, Args extends unknown[]>(
  input: PageInput,
  list: (...args: [...Args, Page]) => PromiseLike<Row[]>,
  count: (...args: Args) => PromiseLike<number>,
  ...args: Args
) =>
  paged(
    input,
    (page) => list(...args, page),
    () => count(...args),
  )
