import { Alert } from '#client/ui/alert.tsx'
import { EditConflict } from '#client/ui/edit-conflict.tsx'
import type { useEditing } from './editing.ts'

type EditNoticeProps = {
  /** As in "This task". */
  what: string
  editing: Pick<ReturnType<typeof useEditing>, 'conflict' | 'isGone' | 'load'>
}

/** Why an edit was not saved, where somebody else was faster. What was typed stays. */
export function EditNotice({ what, editing: { conflict, isGone, load } }: EditNoticeProps) {
  if (isGone) {
    return (
      <Alert title={`${what} is not there any more`}>
        It was deleted, or given to another partner, meanwhile.
      </Alert>
    )
  }
  return <EditConflict edit={{ conflict, isGone, loadCurrent: load }} />
}
