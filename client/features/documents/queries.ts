import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#client/lib/api.ts'
import { readOf } from '#client/lib/query-client.ts'
import { showFailure } from '#client/lib/show-failure.ts'
import { toast } from '#client/lib/toast.ts'
import { listOwnDocuments, type PartnerDocument, signDocument } from '#contract/documents/documents.ts'
import type { Sent } from '#contract/endpoint.ts'
import { getProfile } from '#contract/partners/profile.ts'
import { getPortal } from '#contract/session/session.ts'

export const usePortal = () => useQuery(readOf(getPortal))

/** Signs an agreement. Done, it stands signed in the list, and the profile is read anew: its status may have moved. */
export const useSignDocument = () => {
  const client = useQueryClient()
  const readProfile = () => client.invalidateQueries({ queryKey: [getProfile.path] })

  return useMutation({
    mutationFn: (body: Sent<typeof signDocument, 'body'>) => call(signDocument, { body }),
    onSuccess: (signed) => {
      client.setQueryData<PartnerDocument[]>([listOwnDocuments.path], (documents) =>
        documents?.map((document) => (document.id === signed.id ? signed : document)),
      )
      toast({ title: 'Document signed successfully!', tone: 'positive' })
      // Not waited for: the signature stands, whatever becomes of this.
      void readProfile()
    },
    onError: (error) => {
      showFailure(error, 'Failed to sign document. Please try again.')
      // Signed meanwhile, in another window: what is shown has to follow.
      if (error instanceof ApiError && error.status === 409) {
        return Promise.all([client.invalidateQueries({ queryKey: [listOwnDocuments.path] }), readProfile()])
      }
    },
  })
}
