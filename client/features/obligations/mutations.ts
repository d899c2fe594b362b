import { call } from '#client/lib/api.ts'
import { type ShownInForm, useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import { type ObligationStatus, obligationKindLabels } from '#contract/obligations/kinds.ts'
import type { Obligation, updateObligation } from '#contract/obligations/obligations.ts'
import type { answerTerms } from '#contract/obligations/terms.ts'

/** The paths of the lists with obligations. */
const reads = [
  '/api/partner/obligations',
  '/api/admin/',
  '/api/activations/',
  '/api/partner/documents',
] as const

const outcomes: Record<ObligationStatus, string> = { done: 'done', open: 'open again', waived: 'waived' }

/**
 * Marks an obligation as done, waived or open.
 * @param inForm the errors that the form shows itself, and that therefore need no toast
 */
export const useUpdateObligation = (
  { id, kind }: Pick<Obligation, 'id' | 'kind'>,
  inForm: readonly ShownInForm[] = ['fields'],
) =>
  useEndpointMutation(
    (body: Sent<typeof updateObligation, 'body'>) =>
      call('PUT /api/obligations/:id', { params: { id }, body }),
    {
      inForm,
      invalidates: reads,
      success: ({ status }) => ({ title: `${obligationKindLabels[kind]}: ${outcomes[status]}` }),
      failure: 'It could not be changed. Check your connection and try again.',
    },
  )

/** Says what the unclear terms of an agreement mean. */
export const useAnswerTerms = (documentId: string) =>
  useEndpointMutation(
    (body: Sent<typeof answerTerms, 'body'>) =>
      call('PUT /api/admin/documents/:id/terms', { params: { id: documentId }, body }),
    {
      serverMessages: 'all',
      inForm: ['conflict', 'fields'],
      invalidates: reads,
      success: 'Answers saved',
      failure: 'The answers could not be saved. Check your connection and try again.',
    },
  )
