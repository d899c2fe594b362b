import { type ReactNode, useId, useRef, useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { MentionField } from '#client/domain/mentions/mention-field.tsx'
import { splitAtNames } from '#client/domain/mentions/mention-text.ts'
import { call } from '#client/lib/api.ts'
import { newClientId } from '#client/lib/client-id.ts'
import { calendarDay, momentOf, timeOfDay } from '#client/lib/local-moment.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput, FormSelect } from '#client/ui/form-fields.tsx'
import { limits } from '#contract/limits.ts'
import { noteKindLabels, noteKinds } from '#contract/partners/note-kinds.ts'
import { type PartnerNote, SaveNote } from '#contract/partners/notes.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { useSaveNote } from './mutations.ts'

const localMoment = (at: Date) => `${calendarDay(at)}T${timeOfDay(at)}`

const schema = z
  .object({ kind: SaveNote.shape.kind, body: SaveNote.shape.body, happenedAt: z.string() })
  .transform(({ kind, body, happenedAt: local }) => {
    const [day = '', time = ''] = local.split('T')
    const happenedAt = kind === 'note' ? undefined : momentOf(day, time)?.toISOString()
    return { kind, body, ...(happenedAt && { happenedAt }) }
  })

const valuesOf = (note: PartnerNote | null) => ({
  kind: note?.kind ?? 'note',
  body: note ? splitAtNames(note.body, note.mentions).join('') : '',
  happenedAt: note && note.kind !== 'note' ? localMoment(new Date(note.happenedAt)) : '',
})

const kindOptions = noteKinds.map((value) => ({ value, label: noteKindLabels[value] }))

/** The fields below the text of a note: its kind, and for a call or meeting its time. */
function NoteDetails({ children }: { children?: ReactNode }) {
  const kind = useWatch({ name: 'kind' })
  // The form of a new note is behind the dialog that edits another one.
  const id = useId()
  return (
    <div className="flex flex-wrap items-start gap-3 *:w-36 max-sm:*:flex-1">
      <FormSelect id={`${id}-kind`} name="kind" label="Kind" options={kindOptions} />
      {kind !== 'note' && (
        <div className="min-w-56">
          <FormInput
            id={`${id}-when`}
            name="happenedAt"
            label="When"
            {...(children && { hint: 'Leave empty for now' })}
            type="datetime-local"
            max={localMoment(new Date())}
          />
        </div>
      )}
      {children}
    </div>
  )
}

type ComposerProps = { me: CurrentUser; partnerId: string }

/** Writes notes about a partner, one after the other. */
export function NoteComposer(props: ComposerProps) {
  const [added, setAdded] = useState(0)
  return <NewNote key={added} {...props} isNext={added > 0} onAdded={() => setAdded(added + 1)} />
}

function NewNote({
  me,
  partnerId,
  isNext,
  onAdded,
}: ComposerProps & { isNext: boolean; onAdded: () => void }) {
  const { mutateAsync: save } = useSaveNote(partnerId)
  // A changed text gets another id: the earlier one may have been stored, even if no response arrived.
  const sentRef = useRef({ body: '', clientId: '' })
  const edit = useEditForm({
    schema,
    record: null,
    valuesOf,
    draftName: `partner-note:${me.id}:${partnerId}`,
    save: async (written) => {
      const { body } = written
      if (sentRef.current.body !== body) sentRef.current = { body, clientId: newClientId() }
      await save({ note: null, ...written, clientId: sentRef.current.clientId })
      edit.draft.forget()
    },
  })
  return (
    <FormProvider {...edit.form}>
      <form
        ref={edit.formRef}
        aria-label="New note"
        noValidate
        onSubmit={(event) => edit.submit(event, onAdded)}
        className="grid grid-cols-1 gap-3"
      >
        <MentionField
          name="body"
          label="Note"
          hint="Only the team sees this. Type @ to mention a colleague."
          maxLength={limits.message}
          autoFocus={isNext}
        />
        <NoteDetails>
          <Button type="submit" pending={edit.isSaving} className="mt-6.5 ml-auto">
            Add note
          </Button>
        </NoteDetails>
      </form>
    </FormProvider>
  )
}

/** Edits a note of the user's own. */
export function EditNote({ note, ...opening }: DialogOpening & { note: PartnerNote }) {
  const { mutateAsync: save } = useSaveNote(note.partnerId)
  const edit = useEditForm({
    schema,
    record: note,
    valuesOf,
    save: (written, record) => save({ note: record, ...written }),
    reload: async ({ id, partnerId }) => {
      const query = { pinned: 'true', note: id } as const
      const notes = await call('GET /api/admin/partners/:partnerId/notes', { params: { partnerId }, query })
      return notes.find((each) => each.id === id)
    },
  })
  return (
    <EditDialog
      {...opening}
      title="Edit note"
      edit={edit}
      what="This note"
      submitLabel="Save"
      pendingLabel="Saving..."
    >
      <MentionField name="body" label="Note" maxLength={limits.message} />
      <NoteDetails />
    </EditDialog>
  )
}
