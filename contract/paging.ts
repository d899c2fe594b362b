import { z } from 'zod'

const maxPageSize = 100
/** How many rows a list has at most. */
export const maxRows = 1000

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'A whole number from 1')
    .transform(Number)
    .refine((value) => value <= max, `Enter ${max} or less`)

/**
 * The query of a list. Without `limit` the answer has up to 1,000 rows. The header `X-Total-Count` has the number of all, and `Link`
 * the address of the next page where there is one.
 */
export const paging = {
  page: wholeNumber(1_000_000).optional(),
  limit: wholeNumber(maxPageSize).optional(),
}

export const totalHeader = 'X-Total-Count'

/** Which rows of a list to read. */
export interface Page {
  page: number
  limit: number
}
