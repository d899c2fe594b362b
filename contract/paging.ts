import { wholeNumber } from './query-values.ts'

const maxPageSize = 100
/** The maximum number of rows in a list. */
export const maxRows = 1000

const fromOne = (max: number) => wholeNumber(1, max, 'Enter a whole number, 1 or more').optional()

/**
 * The query of a list. Without `limit`, the response has up to 1,000 rows. The header `X-Total-Count` has the number of all rows, and
 * `Link` the address of the next page, if there is one.
 */
export const paging = {
  page: fromOne(1_000_000),
  limit: fromOne(maxPageSize),
}

/** The rows of a list to read. */
export interface Page {
  page: number
  limit: number
}
