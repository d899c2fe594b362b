import { z } from 'zod'

const maxPageSize = 100

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'A whole number from 1')
    .transform(Number)
    .refine((value) => value <= max, `At most ${max}`)

/**
 * The query of a paged list. Without `limit` the answer has all rows. The header `X-Total-Count` has the total.
 */
export const paging = {
  page: wholeNumber(1_000_000).optional(),
  limit: wholeNumber(maxPageSize).optional(),
}

export const totalHeader = 'X-Total-Count'
