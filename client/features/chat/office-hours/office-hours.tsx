import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { snapshotOf } from '#client/lib/query-client.ts'
import { IconButton } from '#client/ui/button.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { getOfficeHours } from '#contract/chat/office-hours.ts'

const HoursForm = lazy(async () => {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
  const { HoursForm } = await import('./hours-form.tsx')
  return { default: HoursForm }
})

/** The button and dialog of the office hours. */
export function OfficeHours() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label="Office hours" variant="secondary" onClick={() => setOpen(true)}>
        <Clock aria-hidden className="size-4" />
      </IconButton>
      {isOpen && <OfficeHoursDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function OfficeHoursDialog({ onClose }: { onClose: () => void }) {
  const hours = useQuery(snapshotOf(getOfficeHours))
  const isChangedRef = useRef(() => false)
  return (
    <FormDialog
      title="Office hours"
      description="Outside these hours, partners see when you're back."
      size="wide"
      isGuarded
      open
      onOpenChange={onClose}
      isChanged={() => isChangedRef.current()}
    >
      <QueryState query={hours} failure={{ title: 'The office hours could not be loaded' }}>
        {(saved) => (
          <Suspense fallback={<Loading />}>
            <HoursForm saved={saved} isChangedRef={isChangedRef} onDone={onClose} />
          </Suspense>
        )}
      </QueryState>
    </FormDialog>
  )
}
