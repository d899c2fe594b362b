import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'

export const useSendEmailAgain = (id: string) =>
  useEndpointMutation(() => call('POST /api/admin/emails/:id/send-again', { params: { id } }), {
    serverMessages: 'all',
    // Emails are also listed in the records of partners, and failed ones under what needs attention.
    invalidates: [staffReads],
    success: 'Email queued again',
    failure: 'The email could not be sent again. Try again.',
  })
