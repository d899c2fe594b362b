import { useQuery } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import { useRef, useState } from 'react'
import { readOf } from '#client/lib/query-client.ts'
import { Alert } from '#client/ui/alert.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { getOfficeHours } from '#contract/chat/office-hours.ts'
import { HoursForm } from './hours-form.tsx'

/** The button for when the team is there, and the dialog in which that is said. */
export function OfficeHours() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label="Office hours" variant="secondary" onClick={() => setOpen(true)}>
        <Clock aria-hidden className="size-4" />
      </IconButton>
      {isOpen && <OpenedHours onClose={() => setOpen(false)} />}
    </>
  )
}

function OpenedHours({ onClose }: { onClose: () => void }) {
  // Read each time: what is edited is what is there.
  const hours = useQuery({ ...readOf(getOfficeHours), gcTime: 0 })
  const isChanged = useRef(false)
  return (
    <FormDialog
      title="Office hours"
      description="Who writes outside of them is told when the team is back."
      size="wide"
      guarded
      open
      onOpenChange={onClose}
      isChanged={() => isChanged.current}
    >
      {hours.data ? (
        <HoursForm kept={hours.data} isChangedRef={isChanged} onDone={onClose} />
      ) : hours.isError ? (
        <Alert title="The office hours cannot be loaded" onRetry={() => hours.refetch()} />
      ) : (
        <Loading />
      )}
    </FormDialog>
  )
}
