import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshStaffReads } from '#client/domain/refresh-staff-reads.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { showRefusal } from '#client/lib/show-failure.ts'
import { toast } from '#client/lib/toast.ts'
import type { Sent } from '#contract/endpoint.ts'
import { createPartner, updatePartner } from '#contract/partners/partners.ts'

export const useAddPartner = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Sent<typeof createPartner, 'body'>) => call(createPartner, { body }),
    onSuccess: () => {
      toast({ title: 'Partner added successfully', tone: 'positive' })
      // Not waited for: it is saved, whatever becomes of this.
      void refreshStaffReads(client)
    },
    onError: (error) => {
      showRefusal(error, 'Failed to add partner')
      // Somebody else has made a partner of this user meanwhile.
      if (error instanceof ApiError && error.status === 409) void refreshStaffReads(client)
    },
  })
}

/** Changed meanwhile by somebody else. */
export const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409

export const useUpdatePartner = (partnerId: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Sent<typeof updatePartner, 'body'>) =>
      call(updatePartner, { params: { partnerId }, body }),
    onSuccess: () => {
      toast({ title: 'Partner updated successfully', tone: 'positive' })
      void refreshStaffReads(client)
    },
    onError: (error) => {
      // A conflict is told in the form, with the way out of it.
      if (!isConflict(error)) showRefusal(error, 'Failed to update partner')
      if (error instanceof ApiError) void refreshStaffReads(client)
    },
  })
}
