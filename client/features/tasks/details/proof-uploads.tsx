import { useQueryClient } from '@tanstack/react-query'
import { Upload as UploadIcon } from 'lucide-react'
import { acceptedEndings } from '#client/domain/files/chosen-file.ts'
import { TakePhoto, useSendingFiles } from '#client/domain/files/sending-files.tsx'
import type { UploadPlace } from '#client/domain/files/uploader.ts'
import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { invalidatePaths, readOf } from '#client/lib/query-client.ts'
import { FileButton } from '#client/ui/file-button.tsx'
import { maxProofs } from '#contract/limits.ts'
import type { TaskDetails } from '#contract/task-work.ts'
import { askedProof } from '../asked-proof.ts'

const placeOf = (id: string): UploadPlace => ({
  request: async (body) =>
    (await call('POST /api/tasks/:id/proofs/upload', { params: { id }, body })).uploadURL,
  register: async (uploadURL) =>
    (await call('PUT /api/task-proofs/upload', { body: { resourceURL: uploadURL } })).filePath,
})

/** The files that are being uploaded as proof of a task. */
export const useProofUploads = (taskId: string) => {
  const client = useQueryClient()
  return useSendingFiles({
    place: placeOf(taskId),
    use: (filePath) => call('POST /api/tasks/:id/proofs', { params: { id: taskId }, body: { filePath } }),
    onUsed: async () => {
      await client.refetchQueries(readOf('/api/tasks/:id', { params: { id: taskId } }))
      void invalidatePaths(client, ['/api/partner/tasks', '/api/admin/'])
    },
    limit: `A task can have at most ${maxProofs} files.`,
  })
}

export type ProofUploads = ReturnType<typeof useProofUploads>

type AddProofProps = {
  task: TaskDetails
  /** How many files there are, including those that are being uploaded. */
  count: number
  onFiles: (files: File[]) => void
}

/** The buttons to add proof: one opens the camera of a phone, the other chooses files. */
export function AddProof({ task, count, onFiles }: AddProofProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <TakePhoto hasSome={count > 0} onFiles={onFiles} />
      <FileButton
        label="Choose files"
        icon={UploadIcon}
        accept={acceptedEndings}
        multiple
        onFiles={onFiles}
      />
      <p role="status" className="text-13 text-muted">
        {countText(count, askedProof(task))}
      </p>
    </div>
  )
}

const countText = (count: number, asked: ReturnType<typeof askedProof>) => {
  if (asked && count <= asked.count) return `${count} of ${formatCount(asked.count, asked.noun)}`
  if (count === 0) return ''
  return asked ? formatCount(count, asked.noun) : `${count} of at most ${maxProofs} files`
}
