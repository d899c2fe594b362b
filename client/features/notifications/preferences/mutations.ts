import { call } from '#client/lib/api.ts'
import { readOf } from '#client/lib/query-client.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { EmailPreferences, updateEmailPreferences } from '#contract/notifications/preferences.ts'

type Change = Sent<typeof updateEmailPreferences, 'body'>

const { queryKey } = readOf('/api/user/email-preferences')
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
      const now =
        client.getQueryData(queryKey) ?? (await client.fetchQuery(readOf('/api/user/email-preferences')))
      const saved = await call('PUT /api/user/email-preferences', { body: changeOf(now) })
      client.setQueryData(queryKey, saved)
    },
    {
      success: (_, { name, isOn }) => ({ title: `${name}: ${isOn ? 'on' : 'off'}` }),
      failure,
      queue,
      invalidates: ['/api/user/email-preferences'],
    },
  )

export const useSaveQuietHours = () =>
  useEndpointMutation((body: Change) => call('PUT /api/user/email-preferences', { body }), {
    success: ({ quietHours }) => ({ title: quietHours ? 'Quiet hours saved' : 'Quiet hours are off' }),
    failure,
    inForm: ['fields'],
    invalidates: ['/api/user/email-preferences'],
    awaitsReads: true,
  })
