import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCurrentUser } from '#client/domain/current-user.ts'
import { useRetryWhenBack } from '#client/lib/connection.ts'
import { readOf } from '#client/lib/query-client.ts'
import type { DraftForm } from '#contract/drafts.ts'
import type { DraftSource } from './use-saved-draft.ts'

type WithDraftProps = {
  form: DraftForm
  loading: ReactNode
  children: (draft: DraftSource) => ReactNode
}

/** Shows a form once its draft has been read. If reading fails, the form begins without a draft and merges the draft when it arrives. */
export function WithDraft({ form, loading, children }: WithDraftProps) {
  const { data: user } = useCurrentUser()
  const userId = user && !user.viewing ? user.id : null
  const draft = useQuery({ ...readOf('/api/drafts/:form', { params: { form } }), enabled: userId !== null })
  useRetryWhenBack(() => draft.isError && draft.refetch())
  if (userId && draft.isPending) return loading
  return children({ form, userId, server: draft.data })
}
