import { call } from '#client/lib/api.ts'
import { readOf } from '#client/lib/query-client.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import {
  type EmailPreferences,
  getEmailPreferences,
  updateEmailPreferences,
} from '#contract/notifications/preferences.ts'

type Change = Sent<typeof updateEmailPreferences, 'body'>

const { queryKey } = readOf(getEmailPreferences)
// Changes are sent one after the other: each contains a whole list, which must include the changes before it.
const queue = ['email-preferences']

const failure = 'The setting could not be saved. Check your connection and try again.'

type Switched = {
  /** The name of the switch. */
  name: string
  isOn: boolean
  changeOf: (now: EmailPreferences) => Change
}

/** Switches something on or off. If the server refuses, the switch stays as it was. */
export const useSwitch = () =>
  useEndpointMutation(
    async ({ changeOf }: Switched, client) => {
      const now = client.getQueryData(queryKey) ?? (await client.fetchQuery(readOf(getEmailPreferences)))
      const saved = await call(updateEmailPreferences, { body: changeOf(now) })
      client.setQueryData(queryKey, saved)
    },
    {
      success: (_, { name, isOn }) => ({ title: `${name}: ${isOn ? 'on' : 'off'}` }),
      failure,
      queue,
      invalidates: [getEmailPreferences.path],
    },
  )

export const useSaveQuietHours = () =>
  useEndpointMutation((body: Change) => call(updateEmailPreferences, { body }), {
    success: ({ quietHours }) => ({ title: quietHours ? 'Quiet hours saved' : 'Quiet hours are off' }),
    failure,
    inForm: ['fields'],
    invalidates: [getEmailPreferences.path],
    awaitsReads: true,
  })
