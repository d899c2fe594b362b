import { z } from 'zod'
import { PartnerActivation } from './activations.ts'
import { endpoint } from './endpoint.ts'
import { id, idParams, inputDate, isoDate, timeZone } from './fields.ts'

/** An open task of an activation's plan, and the day on which it is due. */
const planTask = { taskId: id, taskName: z.string(), dueDate: isoDate }

export const ActivationMove = z.strictObject({
  /** The open tasks of the plan that move along, in the order of their days. */
  moves: z.array(z.strictObject({ ...planTask, newDueDate: isoDate })),
  /** The open tasks that stay, since somebody has moved them by hand. */
  stays: z.array(z.strictObject(planTask)),
})
export type ActivationMove = z.input<typeof ActivationMove>

export const previewMove = endpoint('GET', '/api/activations/:id/move', {
  access: 'staff',
  byToken: true,
  summary: "Which open tasks of the activation's plan would move along to another date, and which would stay",
  params: idParams,
  query: z.strictObject({
    activationDate: inputDate,
    /** The time zone of the place, if that changes as well. */
    timeZone: timeZone.optional(),
  }),
  responses: { 200: ActivationMove },
})

export const addPlan = endpoint('POST', '/api/activations/:id/plan', {
  access: 'staff',
  byToken: true,
  summary: 'Gives the tasks of a plan to the partner of an activation; 409 when it has a plan',
  params: idParams,
  body: z.strictObject({
    planId: id.toLowerCase(),
    /** Whether the other partners of the event who have no plan get the tasks as well. */
    isForAll: z.boolean().default(false),
  }),
  responses: { 200: PartnerActivation },
})
