import { z } from 'zod'
import { formatCount } from '#client/lib/format.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormTextArea } from '#client/ui/form-fields.tsx'
import { undoSeconds } from '#contract/bulk-kinds.ts'
import { requiredLongText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { type ChosenPartners, useChangePartners } from './change-partners.ts'

const schema = z.object({ message: requiredLongText(limits.message, 'Enter a message') })

/** Writes the same message into the conversation of each chosen partner. */
export function MessageDialog({
  chosen,
  onBegun,
  ...opening
}: DialogOpening & { chosen: ChosenPartners; onBegun?: () => void }) {
  const { mutateAsync: begin } = useChangePartners()
  const edit = useEditForm({
    schema,
    record: null,
    valuesOf: () => ({ message: '' }),
    save: async ({ message }) => {
      await begin({ change: { kind: 'message', message }, chosen })
      onBegun?.()
    },
  })
  const partners = formatCount(chosen.count, 'partner')
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Message ${partners}`}
      description={`Each gets it in their own chat, from you, after ${undoSeconds} seconds; until then you can undo it. Disabled partners are left out.`}
      submitLabel={`Message ${partners}`}
      pendingLabel="Sending..."
    >
      <FormTextArea name="message" label="Message" rows={5} maxLength={limits.message} />
    </EditDialog>
  )
}
