import { useQueryClient } from '@tanstack/react-query'
import { Camera, RotateCcw, Upload as UploadIcon, X } from 'lucide-react'
import { useState } from 'react'
import { acceptedEndings, refusalOf } from '#client/domain/files/chosen-file.ts'
import { UploadStatus } from '#client/domain/files/upload-status.tsx'
import { registerProof, type UploadPlace } from '#client/domain/files/uploader.ts'
import { useUploads } from '#client/domain/files/use-uploads.ts'
import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { invalidatePaths, readOf } from '#client/lib/query-client.ts'
import { IconButton } from '#client/ui/button.tsx'
import { FileButton } from '#client/ui/file-button.tsx'
import { maxProofs } from '#contract/limits.ts'
import type { TaskDetails } from '#contract/task-work.ts'
import { askedProof } from '../asked-proof.ts'

const placeOf = (id: string): UploadPlace => ({
  request: async (body) =>
    (await call('POST /api/tasks/:id/proofs/upload', { params: { id }, body })).uploadURL,
  register: registerProof,
})

/** The files that are being uploaded as proof of a task. Uploading starts as soon as they are chosen. */
export const useProofUploads = (taskId: string) => {
  const client = useQueryClient()
  const [refusals, setRefusals] = useState<string[]>([])
  const uploader = useUploads(placeOf(taskId))

  const send = async (id: string) => {
    const [outcome] = await uploader.run([id], ({ filePath }) =>
      call('POST /api/tasks/:id/proofs', { params: { id: taskId }, body: { filePath } }),
    )
    if (outcome !== 'done') return
    await client.refetchQueries(readOf('/api/tasks/:id', { params: { id: taskId } }))
    void invalidatePaths(client, ['/api/partner/tasks', '/api/admin/'])
    uploader.remove(id)
  }

  return {
    uploads: uploader.uploads,
    isBusy: uploader.isBusy,
    /** Why chosen files were refused. */
    refusals,
    /** @param free how many more files the task accepts */
    add: (files: File[], free: number) => {
      const checked = files.map((file) => ({ file, reason: refusalOf(file) }))
      const accepted = checked.filter(({ reason }) => !reason).map(({ file }) => file)
      const tooMany = accepted.splice(Math.max(0, free))
      setRefusals([
        ...checked.flatMap(({ file, reason }) => (reason ? [`${file.name}: ${reason}`] : [])),
        ...(tooMany.length > 0
          ? [
              `A task can have at most ${maxProofs} files. Not added: ${tooMany.map(({ name }) => name).join(', ')}`,
            ]
          : []),
      ])
      for (const file of accepted) {
        const id = uploader.add(file)
        if (id) void send(id)
      }
    },
    retry: (id: string) => void send(id),
    remove: uploader.remove,
  }
}

export type ProofUploads = ReturnType<typeof useProofUploads>

/** The files that are being sent, with their progress. */
export function SendingProofs({ uploads: { uploads, refusals, retry, remove } }: { uploads: ProofUploads }) {
  return (
    <>
      <div role="alert" className="wrap-anywhere font-medium text-13 text-danger empty:hidden">
        {refusals.map((refusal) => (
          <p key={refusal}>{refusal}</p>
        ))}
      </div>
      {uploads.length > 0 && (
        <ul aria-label="Files being uploaded" className="grid grid-cols-1 gap-2">
          {uploads.map((upload) => (
            <li key={upload.id} className="flex items-center gap-3 rounded-card border border-line p-2 pl-4">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium text-13">{upload.fileName}</p>
                <UploadStatus upload={upload} />
              </div>
              {upload.failure?.canRetry && (
                <IconButton
                  icon={RotateCcw}
                  label={`Retry ${upload.fileName}`}
                  onClick={() => retry(upload.id)}
                />
              )}
              {upload.stage !== 'checking' && upload.stage !== 'done' && (
                <IconButton
                  icon={X}
                  label={`${upload.failure ? 'Remove' : 'Cancel'} ${upload.fileName}`}
                  onClick={() => remove(upload.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type AddProofProps = {
  task: TaskDetails
  /** How many files there are, including those that are being uploaded. */
  count: number
  onFiles: (files: File[]) => void
}

/** The buttons to add proof: one opens the camera of a phone, which takes one photo at a time, the other chooses files. */
export function AddProof({ task, count, onFiles }: AddProofProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FileButton
        label={count > 0 ? 'Take another photo' : 'Take photo'}
        icon={Camera}
        // An iPhone converts photos from its own format only if that format is not accepted.
        accept="image/jpeg,image/png,image/webp"
        capture="environment"
        className="not-pointer-coarse:hidden"
        onFiles={onFiles}
      />
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
