import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { getOfficeHours, setOfficeHours } from '#contract/chat/office-hours.ts'
import type { Sent } from '#contract/endpoint.ts'

export const useSetOfficeHours = () =>
  useEndpointMutation((body: Sent<typeof setOfficeHours, 'body'>) => call(setOfficeHours, { body }), {
    success: 'Office hours saved',
    failure: 'The office hours could not be saved. Check your connection and try again.',
    serverMessages: 'all',
    inForm: ['conflict', 'fields'],
    invalidates: [getOfficeHours.path],
    awaitsReads: true,
  })
