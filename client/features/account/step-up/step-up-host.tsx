import { Suspense, useSyncExternalStore } from 'react'
import { readPendingStepUp, subscribeToStepUp } from '#client/lib/step-up.ts'
import { WaitingDialog } from '#client/ui/lazy-dialog.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'

const StepUpDialog = lazyPart(
  () => import('./step-up-dialog.tsx'),
  ({ part, onRetry }) => <WaitingDialog onRetry={onRetry} onClose={() => part.onDone(false)} />,
)

/** Asks the user to confirm that they are present whenever a request needs it. */
export const StepUpHost = ({ email }: { email: string }) => {
  const pending = useSyncExternalStore(subscribeToStepUp, readPendingStepUp, readPendingStepUp)
  return (
    pending && (
      <Suspense>
        <StepUpDialog email={email} onDone={pending.finish} />
      </Suspense>
    )
  )
}
