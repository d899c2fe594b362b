import { useQuery } from '@tanstack/react-query'
import { call } from '#client/lib/api.ts'
import { readOf } from '#client/lib/query-client.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'

/** The switch of the email about each month. The notification settings have it, too. */
export function MonthlySwitch() {
  const preferences = useQuery(readOf('/api/user/email-preferences'))
  const { mutate, isPending } = useEndpointMutation(
    (monthlyReports: boolean) => call('PUT /api/user/email-preferences', { body: { monthlyReports } }),
    {
      success: ({ monthlyReports }) => ({
        title: monthlyReports ? "We'll email you on the 1st of each month" : 'Monthly email is off',
      }),
      failure: 'The setting could not be saved. Check your connection and try again.',
      invalidates: ['/api/user/email-preferences'],
      awaitsReads: true,
    },
  )
  return (
    <Checkbox
      label="Send me this every month"
      checked={preferences.data?.monthlyReports ?? false}
      disabled={!preferences.data || isPending}
      onChange={({ target }) => mutate(target.checked)}
    />
  )
}
