import { useRef } from 'react'
import { call } from '#client/lib/api.ts'
import { formatMoney } from '#client/lib/format.ts'
import { saveResponse } from '#client/lib/save-response.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { recordPayment } from '#contract/payments/payments.ts'

/** The paths of the lists that a payment changes. */
const reads = [
  '/api/admin/',
  '/api/activations/',
  '/api/partner/documents',
  '/api/partner/obligations',
  '/api/partner/payments',
  '/api/partner/invoices',
] as const

/**
 * Returns the idempotency key of an open form. It stays the same until a request under it has succeeded, so that a double click, or a retry
 * after a lost response, records once. If the values were changed after a lost response, the server refuses them under this key.
 */
const useIdempotencyKey = () => {
  const ref = useRef({ key: crypto.randomUUID(), recorded: '' })
  return async <Result>(request: object, send: (idempotencyKey: string) => Promise<Result>) => {
    const text = JSON.stringify(request)
    if (ref.current.recorded && ref.current.recorded !== text) {
      ref.current = { key: crypto.randomUUID(), recorded: '' }
    }
    const result = await send(ref.current.key)
    ref.current.recorded = text
    return result
  }
}

/** Records a payment, once however often the form is submitted. */
export const useRecordPayment = () => {
  const once = useIdempotencyKey()
  return useEndpointMutation(
    (body: Sent<typeof recordPayment, 'body'>) =>
      once({ ...body, isConfirmed: undefined }, (idempotencyKey) =>
        call('POST /api/admin/payments', { body }, { idempotencyKey }),
      ),
    {
      serverMessages: 'all',
      inForm: ['conflict', 'fields'],
      invalidates: reads,
      success: ({ amountCents, currency }) => ({
        title: `Payment of ${formatMoney(amountCents, currency)} recorded`,
      }),
      failure: 'The payment was not recorded. Check your connection and try again.',
    },
  )
}

/** Reverses a payment by an entry of the opposite amount. */
export const useReversePayment = (id: string) => {
  const once = useIdempotencyKey()
  return useEndpointMutation(
    (body: { reason: string }) =>
      once(body, (idempotencyKey) =>
        call('POST /api/admin/payments/:id/reversal', { params: { id }, body }, { idempotencyKey }),
      ),
    {
      serverMessages: 'all',
      inForm: ['fields'],
      invalidates: reads,
      success: 'Payment reversed',
      failure: 'The payment was not reversed. Check your connection and try again.',
    },
  )
}

/** Saves the filtered payments of all pages as a CSV file. */
export const useExportPayments = () =>
  useEndpointMutation(
    (query: Record<string, string>) =>
      saveResponse(`/api/admin/payments/export?${new URLSearchParams(query)}`),
    { serverMessages: 'all', failure: 'The payments could not be exported. Try again.' },
  )
