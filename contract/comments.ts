import { z } from 'zod'
import { id, isoDate, requiredLongText } from './fields.ts'
import { limits } from './limits.ts'

/** A comment on a task or an activation. The author is a display name; null once that user is deleted. To partners, all staff are "Partner team". */
export const Comment = z.strictObject({
  id,
  body: z.string(),
  author: z.string().nullable(),
  createdAt: isoDate,
})
export type Comment = z.input<typeof Comment>

export const newComment = z.strictObject({ body: requiredLongText(limits.message, 'Write a comment') })
