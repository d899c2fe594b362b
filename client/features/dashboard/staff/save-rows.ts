import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshStaffReads } from '#client/domain/refresh-staff-reads.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { showFailure } from '#client/lib/show-failure.ts'
import { toast } from '#client/lib/toast.ts'
import { createActivation, updateActivation } from '#contract/activations.ts'
import { createDocument, markDocumentSigned } from '#contract/documents/documents.ts'
import type { Sent } from '#contract/endpoint.ts'
import { createTask, updateTask } from '#contract/tasks.ts'

type Told = {
  done: string
  failed: string
  /** A conflict is told in the form, with the way out of it. */
  hasForm?: true
}

const isRefusal = (error: unknown, ...statuses: number[]) =>
  error instanceof ApiError && statuses.includes(error.status)

/** Saves something of a partner. The lists follow, also after a refusal: what is shown was not what is there. */
const useSave = <Input, Result>(save: (input: Input) => Promise<Result>, { done, failed, hasForm }: Told) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: () => {
      toast({ title: done, tone: 'positive' })
      // Not waited for: it is saved, whatever becomes of this.
      void refreshStaffReads(client)
    },
    onError: (error) => {
      if (!(hasForm && isRefusal(error, 409))) showFailure(error, failed)
      if (isRefusal(error, 404, 409)) void refreshStaffReads(client)
    },
  })
}

export const useCreateTask = () =>
  useSave((body: Sent<typeof createTask, 'body'>) => call(createTask, { body }), {
    done: 'Task created successfully',
    failed: 'Failed to create task',
  })

export const useUpdateTask = (id: string) =>
  useSave((body: Sent<typeof updateTask, 'body'>) => call(updateTask, { params: { id }, body }), {
    done: 'Task updated successfully',
    failed: 'Failed to update task',
    hasForm: true,
  })

export const useCreateActivation = () =>
  useSave((body: Sent<typeof createActivation, 'body'>) => call(createActivation, { body }), {
    done: 'Activation created successfully',
    failed: 'Failed to create activation',
  })

export const useUpdateActivation = (id: string) =>
  useSave((body: Sent<typeof updateActivation, 'body'>) => call(updateActivation, { params: { id }, body }), {
    done: 'Activation updated successfully',
    failed: 'Failed to update activation',
    hasForm: true,
  })

type NewDocument = Sent<typeof createDocument, 'body'> & { partnerId: string }

export const useAddDocument = () =>
  useSave(({ partnerId, ...body }: NewDocument) => call(createDocument, { params: { partnerId }, body }), {
    done: 'Document added successfully',
    failed: 'Failed to add document',
  })

/** @param id of the document, whose `updatedAt` says which state of it was seen */
export const useMarkSigned = (id: string) =>
  useSave(
    (updatedAt: string) =>
      call(markDocumentSigned, {
        params: { id },
        body: { status: 'signed', signedAt: new Date().toISOString(), updatedAt },
      }),
    { done: 'Document marked as signed', failed: 'Failed to update document status' },
  )
