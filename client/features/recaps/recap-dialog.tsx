import { AmountFields } from '#client/domain/amount-fields.tsx'
import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput, FormTextArea } from '#client/ui/form-fields.tsx'
import { FormPair, FormSection } from '#client/ui/form-section.tsx'
import { limits } from '#contract/limits.ts'
import type { Recap } from '#contract/recaps.ts'
import { useSaveRecap } from './mutations.ts'
import { PhotosField, usePhotoUploads } from './photo-uploads.tsx'
import {
  answerName,
  type CheckedRecap,
  partnerSchema,
  type RecapValues,
  requestOf,
  staffSchema,
  valuesOfRecap,
} from './recap-form.ts'

type RecapDialogProps = DialogOpening & { recap: Recap; userId: string; isStaff: boolean }

/** The form that asks what came of an event: two numbers first, then photos and a text. Staff add the figures of the company. */
export function RecapDialog({ recap, userId, isStaff, open, onOpenChange }: RecapDialogProps) {
  const { mutateAsync: save } = useSaveRecap(recap)
  const sending = usePhotoUploads(recap.id)
  const edit = useEditForm<RecapValues, CheckedRecap, Recap>({
    schema: isStaff ? staffSchema : partnerSchema,
    record: recap,
    valuesOf: (record) => valuesOfRecap(record ?? recap),
    fieldNames: { costCents: 'cost', answers: answerName(recap.answers[0]?.question ?? '') },
    draftName: `recap:${userId}:${recap.id}`,
    save: (checked, record) =>
      save({ ...requestOf(checked, record ?? recap), updatedAt: record?.updatedAt ?? null }),
    reload: ({ id }) => call('GET /api/activations/:id/recap', { params: { id } }),
  })
  const { name } = recap.event
  // The plan may change while the form is open. Its questions are those of the record that the form was filled from.
  const { answers } = edit.record ?? recap
  return (
    <EditDialog
      open={open}
      onOpenChange={(next) => {
        // What was typed is kept while the form is open, so that a phone that reloads the page loses nothing.
        if (!next) edit.draft.forget()
        onOpenChange(next)
      }}
      edit={{ ...edit, isChanged: () => edit.isChanged() || sending.isBusy }}
      hasDraft
      title={`How did ${name} go?`}
      description="Two numbers and a few photos are enough."
      what="This event"
      submitLabel={recap.submittedAt || isStaff ? 'Save recap' : 'Send recap'}
      pendingLabel={recap.submittedAt || isStaff ? 'Saving...' : 'Sending...'}
      isUseless={sending.isBusy}
    >
      <FormPair>
        <CountInput
          name="guests"
          label="Guests"
          required={!isStaff}
          hint={expectedText(recap.expected.guests)}
        />
        <CountInput
          name="signUps"
          label="Sign-ups"
          required={!isStaff}
          hint={expectedText(recap.expected.signUps)}
        />
      </FormPair>
      <PhotosField recap={recap} sending={sending} />
      <FormTextArea
        name="wentWell"
        label="What went well"
        maxLength={limits.message}
        hint="Please leave out names and health details of guests."
      />
      <FormTextArea name="improve" label="What could be better" rows={2} maxLength={limits.message} />
      {answers.map(({ question }) => (
        <FormTextArea
          key={question}
          name={answerName(question)}
          label={question}
          rows={2}
          maxLength={limits.message}
        />
      ))}
      {isStaff && (
        <FormSection heading="For the company only" note="The partner never sees these." stacked>
          <FormPair>
            <CountInput name="screenings" label="Screenings" />
            <CountInput name="leads" label="Leads" />
          </FormPair>
          <AmountFields name="cost" label="Cost" required={false} />
          <FormTextArea name="staffNote" label="Note" rows={2} maxLength={limits.message} />
        </FormSection>
      )}
    </EditDialog>
  )
}

const expectedText = (expected: number | null) =>
  expected === null ? undefined : `${expected.toLocaleString('en-US')} expected`

type CountInputProps = { name: string; label: string; required?: boolean; hint?: string | undefined }

const CountInput = (props: CountInputProps) => (
  <FormInput {...props} inputMode="numeric" autoComplete="off" maxLength={9} className="tabular-nums" />
)
