import { useNewTaskDialog } from '#client/domain/opened.ts'
import { usePartner } from '#client/domain/queries.ts'
import { TaskDialog } from '#client/features/tasks/lazy-dialogs.ts'
import { useLastValue } from '#client/lib/use-last-value.ts'
import type { OpenedProps } from './opened-props.ts'

/** The form of a new task, for the partner that the address names or one chosen in the form. */
export default function NewTask({ open, onClose, children }: OpenedProps) {
  const { of, repeats, name } = useNewTaskDialog()
  const partnerId = useLastValue(of)
  const partner = usePartner(partnerId)
  return (
    <>
      {/* The form begins with the partner of the address; if that partner no longer exists, the user can choose one. */}
      {!(partnerId && partner.isPending) && (
        <TaskDialog
          task={null}
          partner={partner.data ?? null}
          repeats={repeats}
          name={name}
          open={open}
          onOpenChange={onClose}
        />
      )}
      {children}
    </>
  )
}
