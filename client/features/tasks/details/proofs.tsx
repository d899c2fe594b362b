import { Day } from '#client/domain/day.tsx'
import { SendingFilesList } from '#client/domain/files/sending-files.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { useFileDrop } from '#client/ui/drop-zone.tsx'
import { Titled } from '#client/ui/facts.tsx'
import { maxProofs } from '#contract/limits.ts'
import type { TaskDetails, TaskProof } from '#contract/task-work.ts'
import { useRemoveProof } from '../mutations.ts'
import { FileTile } from './file-tile.tsx'
import { AddProof, type ProofUploads } from './proof-uploads.tsx'

/** The files that prove that the task was done, with buttons to add more until the task is accepted. */
export function Proofs({ task, uploads }: { task: TaskDetails; uploads: ProofUploads }) {
  const { mutate: removeProof } = useRemoveProof(task)
  const isAccepted = task.acceptedAt !== null
  const count = task.proofs.length + uploads.uploads.length
  const takesMore = !isAccepted && task.proofs.length < maxProofs
  const add = (files: File[]) => uploads.add(files, maxProofs - count)
  const { isOver, dropProps } = useFileDrop((dropped) => add([...dropped.files]), !takesMore)
  // Files that have been uploaded are listed among the others.
  const listed = task.proofs.length > 0
  if (isAccepted && !listed) return null
  return (
    <div
      {...dropProps}
      className={classNames(
        'rounded-card',
        isOver && 'outline-2 outline-accent outline-dashed outline-offset-4',
      )}
    >
      <Titled title="Proof">
        {!listed && <p className="text-13 text-muted">Photos or other files that show the task is done.</p>}
        {listed && (
          <ul className="grid grid-cols-1 gap-2">
            {task.proofs.map((proof) => (
              <li key={proof.id}>
                <FileTile
                  file={{ ...proof, title: proof.fileName ?? `Proof.${proof.fileType}` }}
                  thumbnail={thumbnailOf(proof)}
                  details={
                    <>
                      {proof.author ?? 'Deleted user'}, <Day at={proof.createdAt} />
                    </>
                  }
                  onRemove={proof.isOwn && !isAccepted ? () => removeProof(proof) : undefined}
                />
              </li>
            ))}
          </ul>
        )}
        <SendingFilesList sending={uploads} />
        {takesMore && <AddProof task={task} count={count} onFiles={add} />}
      </Titled>
    </div>
  )
}

/** An SVG drawing needs no thumbnail, since its file is small. */
const thumbnailOf = ({ filePath, fileType, thumbnail }: TaskProof) => {
  if (fileType === 'svg') return `/objects/${filePath}`
  return thumbnail === 'ready' ? `/objects/${filePath}?thumbnail` : undefined
}
