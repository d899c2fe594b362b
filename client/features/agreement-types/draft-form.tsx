import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { FormProvider, useFormContext, useWatch } from 'react-hook-form'
import { AgreementPaper } from '#client/domain/agreements/agreement-paper.tsx'
import { call } from '#client/lib/api.ts'
import { readOf } from '#client/lib/query-client.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import { EditConflict } from '#client/ui/form-dialog.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { LeaveGuard } from '#client/ui/leave-guard.tsx'
import { question } from '#client/ui/question.tsx'
import { type AgreementTypeDetails, SaveDraft } from '#contract/agreement-types.ts'
import { isBuiltInType } from '#contract/documents/agreements/agreement.ts'
import { agreementProblems } from '#contract/documents/agreements/agreement-problems.ts'
import { writeAgreementSource } from '#contract/documents/agreements/agreement-source.ts'
import { ownFieldsOf } from '#contract/documents/agreements/own-fields.ts'
import { limits } from '#contract/limits.ts'
import { Differences } from './differences.tsx'
import { type DraftRecord, type DraftText, type DraftValues, drawable, textOf } from './draft.ts'
import { OwnFieldList } from './own-field-list.tsx'
import { PublishButton } from './publish-button.tsx'
import { useDiscardDraft, useSaveDraft } from './queries.ts'
import { SourceField } from './source-field.tsx'

type DraftFormProps = {
  details: AgreementTypeDetails
  /** The text that partners sign now; null before the first text is published. */
  inForce: DraftText | null
  record: DraftRecord
  onClose: () => void
}

const draftSchema = SaveDraft.omit({ updatedAt: true }).required({ fields: true })

/** The form to write the next text of an agreement, with a preview and the differences from the text in force. */
export function DraftForm({ details, inForce, record, onClose }: DraftFormProps) {
  const { id, name } = details
  const hasOwnFields = !isBuiltInType(id)
  const save = useSaveDraft(id)
  const edit = useEditForm<DraftValues, DraftValues, DraftRecord>({
    schema: draftSchema,
    record,
    valuesOf: (from) => ({
      title: from?.text.title ?? '',
      source: writeAgreementSource(from?.text.blocks ?? []),
      fields: hasOwnFields && from ? ownFieldsOf(from.text) : [],
    }),
    save: async ({ fields, ...values }, from) => {
      const body = { ...values, ...(hasOwnFields && { fields }), updatedAt: from?.updatedAt ?? null }
      const { updatedAt, ...text } = await save.mutateAsync(body)
      edit.restart({ updatedAt, text })
    },
    reload: async () => {
      const { draft } = await call('GET /api/admin/agreement-types/:type', { params: { type: id } })
      if (!draft) return undefined
      const { updatedAt, ...text } = draft
      return { updatedAt, text }
    },
  })
  return (
    <Card title="Next version" description="A draft. Partners sign it after you publish it.">
      <FormProvider {...edit.form}>
        <form ref={edit.formRef} noValidate onSubmit={edit.submit} className="grid grid-cols-1 gap-5">
          <FormInput
            name="title"
            label="Title"
            required
            maxLength={limits.agreementTitle}
            autoComplete="off"
          />
          <Views type={id} name={name} inForce={inForce} />
          {hasOwnFields && <OwnFieldList />}
          <EditConflict
            edit={edit}
            what="This draft"
            gone="It was published or discarded while you were editing."
          />
          <Foot details={details} edit={edit} isPending={save.isPending} onClose={onClose} />
          <LeaveGuard loses="changes" isNeeded={edit.isChanged} guardsSearch />
        </form>
      </FormProvider>
    </Card>
  )
}

const views = { text: 'Text', preview: 'Preview', differences: 'Differences' } as const
type View = keyof typeof views

/** Shows the field of the text, its preview or its differences from the text in force, as the user chooses. */
function Views({ type, name, inForce }: { type: string; name: string; inForce: DraftText | null }) {
  const [view, setView] = useState<View>('text')
  const { data: portal } = useQuery(readOf('/api/portal'))
  const text = textOf(type, useDeferredValue(useWatch<DraftValues>() as DraftValues))
  const offered = (Object.keys(views) as View[]).filter((each) => each !== 'differences' || inForce)
  return (
    <div className="@container grid grid-cols-1 gap-3">
      <fieldset aria-label="Show" className="flex w-fit gap-1">
        {offered.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={view === each}
            onClick={() => setView(each)}
            className={classNames(
              'min-h-9 rounded-full border px-3.5 font-medium text-13 touch:min-h-11',
              view === each
                ? 'border-accent bg-accent-soft text-accent'
                : 'border-control bg-surface text-muted hover:bg-sunken hover:text-ink',
            )}
          >
            {views[each]}
          </button>
        ))}
      </fieldset>
      <div className={classNames(view !== 'text' && 'hidden')}>
        <SourceField fields={text} />
      </div>
      {view === 'preview' && portal && (
        <AgreementPaper
          name={name}
          agreement={{ ...drawable(text), version: '' }}
          values={{}}
          companyName={portal.companyName}
          className="max-h-[80dvh] rounded-control border border-line"
        />
      )}
      {view === 'differences' && inForce && <Differences before={inForce} after={text} />}
    </div>
  )
}

type FootProps = {
  details: AgreementTypeDetails
  edit: { isChanged: () => boolean; record: DraftRecord | null }
  isPending: boolean
  onClose: () => void
}

/** Shows what the text still needs before it can be published, and the buttons. */
function Foot({ details, edit, isPending, onClose }: FootProps) {
  const { formState } = useFormContext<DraftValues>()
  const values = useWatch<DraftValues>() as DraftValues
  const problems = agreementProblems(textOf(details.id, values))
  return (
    <div className="grid grid-cols-1 gap-4">
      {problems.length > 0 && (
        <section
          aria-label="Before it can be published"
          className="rounded-control bg-caution-soft p-4 text-13"
        >
          <p className="font-medium">Before it can be published:</p>
          <ul className="mt-1 list-disc pl-5">
            {problems.map((problem) => (
              <li key={problem} className="wrap-anywhere">
                {problem}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {problems.length === 0 && formState.isDirty && (
          <p className="text-13 text-muted">Save the draft to publish it.</p>
        )}
        <DiscardButton details={details} isChanged={edit.isChanged} onClose={onClose} />
        <Button type="submit" pending={isPending}>
          {isPending ? 'Saving...' : 'Save draft'}
        </Button>
        <PublishButton
          details={details}
          savedAt={edit.record?.updatedAt ?? null}
          isReady={problems.length === 0 && !formState.isDirty}
          onPublished={onClose}
        />
      </div>
    </div>
  )
}

type DiscardButtonProps = {
  details: AgreementTypeDetails
  isChanged: () => boolean
  onClose: () => void
}

/** Closes a draft that was not saved, or deletes the saved one. */
function DiscardButton({ details: { id, name, draft }, isChanged, onClose }: DiscardButtonProps) {
  const openDialog = useOpenDialog()
  const { mutate: discard } = useDiscardDraft(id)
  const discardQuestion = question({
    title: `Discard the draft of ${name}?`,
    description: 'Your edits are deleted. Published versions stay.',
    confirmLabel: 'Discard',
    onConfirm: () => (draft ? discard(undefined, { onSuccess: onClose }) : onClose()),
  })
  const handleDiscard = () => (draft || isChanged() ? openDialog(discardQuestion) : onClose())
  return <Button onClick={handleDiscard}>{draft ? 'Discard draft' : 'Cancel'}</Button>
}
