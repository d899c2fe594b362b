import { z } from 'zod'

const maxPageSize = 100

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'A whole number from 1')
    .transform(Number)
    .refine((value) => value <= max, `At most ${max}`)

/**
 * The part of a query with which a list that can grow is read a page at a time. Without `limit` all rows come.
 * How many there are in all, the header `X-Total-Count` says.
 */
export const paging = {
  page: wholeNumber(1_000_000).optional(),
  limit: wholeNumber(maxPageSize).optional(),
}

export const totalHeader = 'X-Total-Count'
