import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIsStaff } from '#client/domain/current-user.ts'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import type { PartnerTask } from '#contract/tasks.ts'
import { asksForProof } from './asked-proof.ts'
import type { ProofUploads } from './details/proof-uploads.tsx'
import { useSetTaskStatus } from './mutations.ts'

const CompleteQuestion = lazyDialog(
  () => import('./complete-question.tsx'),
  ({ onOpenChange }) => onOpenChange(false),
)

type CompleteButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> & { task: PartnerTask }

/** Marks a task as complete. If proof was asked for and the partner has added none, a question comes first. */
export function CompleteButton({ task, ...button }: CompleteButtonProps) {
  const { complete, question } = useComplete(task, 0)
  return (
    <>
      <Button {...button} onClick={complete}>
        Mark Complete
      </Button>
      {question}
    </>
  )
}

type ProvenCompleteButtonProps = CompleteButtonProps & {
  uploads: ProofUploads
  /** Whether the task completes by itself when the uploads are done. */
  isWaiting: boolean
  onWait: (isWaiting: boolean) => void
}

/** Marks a task as complete, also while proof is being uploaded: then the task completes after the upload, unless that fails. */
export function ProvenCompleteButton({
  task,
  uploads: { uploads, isBusy },
  isWaiting,
  onWait,
  ...button
}: ProvenCompleteButtonProps) {
  const failed = uploads.filter(({ failure }) => failure !== null)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const { complete, completeNow, question } = useComplete(task, failed.length, () => {
    const button = buttonRef.current
    // The button goes away, so the focus moves to the dialog around it.
    if (button && button === document.activeElement) {
      button.closest<HTMLElement>('[role=dialog]')?.focus({ preventScroll: true })
    }
  })
  const [wasStopped, setStopped] = useState(false)
  const [proofsBefore, setProofsBefore] = useState(0)
  const hasFailed = failed.length > 0
  const isUploaded = task.proofCount > proofsBefore || uploads.some(({ stage }) => stage === 'done')

  const handleUploaded = useEffectEvent(() => {
    if (!isWaiting || (isBusy && !hasFailed)) return
    onWait(false)
    if (hasFailed) setStopped(true)
    // If the user has removed all files instead, the task stays open.
    else if (isUploaded) completeNow()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when an upload has come to its end
  useEffect(() => handleUploaded(), [isBusy, hasFailed])

  const handleClick = () => {
    setStopped(false)
    setProofsBefore(task.proofCount)
    if (isBusy) onWait(!isWaiting)
    else complete()
  }

  return (
    <>
      <p role="status" className="self-center text-13 text-muted empty:hidden">
        {isWaiting && 'Completes when your files are uploaded.'}
      </p>
      <p role="alert" className="wrap-anywhere w-full self-center text-13 text-danger empty:hidden">
        {wasStopped && hasFailed && notUploaded(failed)}
      </p>
      <Button
        {...button}
        ref={buttonRef}
        variant={isWaiting ? 'secondary' : (button.variant ?? 'secondary')}
        onClick={handleClick}
      >
        {isWaiting ? "Don't complete yet" : isBusy ? 'Complete when uploaded' : 'Mark Complete'}
      </Button>
      {question}
    </>
  )
}

const notUploaded = (failed: readonly { fileName: string }[]) =>
  `The task isn't completed because an upload failed: ${failed.map(({ fileName }) => fileName).join(', ')}. Retry or remove it first.`

/**
 * Completes a task.
 * @param failedUploads how many files were chosen as proof and could not be uploaded
 * @returns `complete`, which asks first if proof is missing; the `question`; and `completeNow`, which does not ask
 */
const useComplete = (task: PartnerTask, failedUploads: number, onComplete?: () => void) => {
  const isForStaff = useIsStaff()
  const setStatus = useSetTaskStatus()
  const [isAsking, setAsking] = useState(false)
  const completeNow = () => {
    onComplete?.()
    setStatus({ task, status: 'completed' })
  }
  const lacksProof = task.proofCount === 0 && asksForProof(task)
  return {
    completeNow,
    complete: () => {
      if (!isForStaff && (lacksProof || failedUploads > 0)) setAsking(true)
      else completeNow()
    },
    question: (
      <CompleteQuestion
        open={isAsking}
        onOpenChange={setAsking}
        failedUploads={failedUploads}
        onConfirm={completeNow}
      />
    ),
  }
}
