import type { FastifyReply, FastifyRequest } from 'fastify'
import { maxRows, type Page, totalHeader } from '#contract/paging.ts'

export interface PageInput {
  query: { page?: number | undefined; limit?: number | undefined }
  request: FastifyRequest
  reply: FastifyReply
}

/** The page that a query asks for: without a `limit` as many rows as a list has at most. */
export const pageOf = ({ page = 1, limit = maxRows }: PageInput['query']): Page => ({ page, limit })

/** The address of a request with another page, which is relative to the portal. */
const addressOf = ({ url }: FastifyRequest, page: number) => {
  const [path = '', search] = url.split('?')
  const query = new URLSearchParams(search)
  query.set('page', String(page))
  return `${path}?${query}`
}

/** Answers a page of a list with the number of all its rows in `X-Total-Count`, and in `Link` the next page where there is one. */
export const answerPage = <Row>({ query, request, reply }: PageInput, rows: Row[], total: number): Row[] => {
  const { page, limit } = pageOf(query)
  reply.header(totalHeader, total)
  if (rows.length > 0 && page * limit < total) {
    reply.header('link', `<${addressOf(request, page + 1)}>; rel="next"`)
  }
  return rows
}

/** The same for a list whose rows are counted apart: only for a page, or where the rows may not be all there are. */
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

/** The same for a list and its count that take the same arguments, the list with the page at the end. */
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
