import { z } from 'zod'
import { Comment, newComment } from './comments.ts'
import { endpoint } from './endpoint.ts'
import { idParams } from './fields.ts'

export const listActivationComments = endpoint('GET', '/api/activations/:id/comments', {
  access: 'signed-in',
  byToken: true,
  summary: 'The comments on an activation, oldest first, for its partner and staff',
  params: idParams,
  responses: { 200: z.array(Comment) },
})

export const addActivationComment = endpoint('POST', '/api/activations/:id/comments', {
  access: 'onboarded',
  byToken: true,
  summary: 'Comments on an activation; 409 when it has too many comments',
  params: idParams,
  body: newComment,
  responses: { 201: Comment },
})
