import { z } from 'zod'
import { idList } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDay, id } from '../fields.ts'

/** Whether the period in which the exported agreements were signed does not end before it begins. The days are `YYYY-MM-DD` in UTC. */
const isForward = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  !from || !to || from <= to
const backwards = { path: ['to'], error: 'Enter a day on or after the first one' }

/** A period with both days, as the form requires them. */
export const ExportPeriod = z
  .strictObject({ from: calendarDay, to: calendarDay })
  .refine(isForward, backwards)

export const exportAgreements = endpoint('GET', '/api/admin/agreements/export', {
  access: 'staff',
  cost: 'export',
  stepUp: true,
  summary:
    'The signed agreements of a partner, of a period or among the given ones, as one zip with a manifest; 404 when there are none',
  query: z
    .strictObject({
      partnerId: id.optional(),
      from: calendarDay.optional(),
      to: calendarDay.optional(),
      /** Ids of agreements, separated by commas. */
      ids: idList.optional(),
    })
    .refine(({ partnerId, from, to, ids }) => Boolean(partnerId ?? from ?? to ?? ids), {
      path: ['from'],
      error: 'Choose a partner or a period',
    })
    .refine(isForward, backwards),
  responses: {},
})
