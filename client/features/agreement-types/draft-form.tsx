import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { FormProvider, useFormContext, useWatch } from 'react-hook-form'
import { AgreementPaper } from '#client/domain/agreements/agreement-paper.tsx'
import { DraftStatus } from '#client/domain/drafts/draft-status.tsx'
import { readOf } from '#client/lib/query-client.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EditConflict } from '#client/ui/form-dialog.tsx'
import { FormInput, FormTextArea, formFieldId } from '#client/ui/form-fields.tsx'
import { LeaveGuard } from '#client/ui/leave-guard.tsx'
import { question } from '#client/ui/question.tsx'
import type { AgreementTypeDetails } from '#contract/agreement-types.ts'
import { isBuiltInType } from '#contract/documents/agreements/agreement.ts'
import { agreementProblems } from '#contract/documents/agreements/agreement-problems.ts'
import { limits, maxSourceLength } from '#contract/limits.ts'
import { Differences } from './differences.tsx'
import { type DraftText, type DraftValues, drawable, textOf } from './draft.ts'
import { useFieldLabels } from './editor/field-labels.ts'
import { TextEditor } from './editor/text-editor.tsx'
import { OwnFieldList } from './own-field-list.tsx'
import { PublishButton } from './publish-button.tsx'
import { useDiscardDraft } from './queries.ts'
import { recordOf, useAutosave } from './use-autosave.ts'

type DraftFormProps = {
  details: AgreementTypeDetails
  userId: string
  /** The text that partners sign now; null before the first text is published. */
  inForce: DraftText | null
  /** The text that a new draft begins with. */
  begins: DraftText
  onClose: () => void
}

/** The form to write the next text of an agreement, with a preview and the differences from the text in force. */
export function DraftForm({ details, userId, inForce, begins, onClose }: DraftFormProps) {
  const { id, name } = details
  const autosave = useAutosave(details, recordOf(details) ?? { updatedAt: null, text: begins }, userId)
  const { edit, state, isNewer } = autosave
  return (
    <Card
      title="Next version"
      description="A draft. Partners sign it after you publish it."
      actions={
        <span className="text-13 text-muted">
          <DraftStatus state={state} />
        </span>
      }
    >
      <FormProvider {...edit.form}>
        <form ref={edit.formRef} noValidate onSubmit={edit.submit} className="grid grid-cols-1 gap-5">
          <EditConflict
            edit={edit}
            what="This draft"
            gone="It was published or discarded while you were editing."
          />
          {isNewer && !edit.conflict && (
            <Alert tone="caution" title="This draft was changed in another tab or by another admin">
              <Button size="small" className="mt-2" onClick={edit.loadCurrent}>
                Load latest version
              </Button>
            </Alert>
          )}
          <FormInput
            name="title"
            label="Title"
            required
            maxLength={limits.agreementTitle}
            autoComplete="off"
          />
          <Views type={id} name={name} inForce={inForce} />
          {!isBuiltInType(id) && <OwnFieldList />}
          <Foot details={details} autosave={autosave} onClose={onClose} />
          <LeaveGuard
            loses="changes"
            isNeeded={() => state === 'local' || state === 'unsaved'}
            guardsSearch
          />
        </form>
      </FormProvider>
    </Card>
  )
}

const views = { text: 'Text', source: 'Source', preview: 'Preview', differences: 'Differences' } as const
type View = keyof typeof views

/** Shows the text, its source, its preview or its differences from the text in force, as the user chooses. */
function Views({ type, name, inForce }: { type: string; name: string; inForce: DraftText | null }) {
  const [view, setView] = useState<View>('text')
  const { data: portal } = useQuery(readOf('/api/portal'))
  const { setValue, formState } = useFormContext<DraftValues>()
  const values = useWatch<DraftValues>() as DraftValues
  const text = textOf(type, useDeferredValue(values))
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
        <TextEditor
          id={formFieldId('text')}
          isShown={view === 'text'}
          source={values.source}
          onChange={(source) => setValue('source', source, { shouldDirty: true })}
          labels={useFieldLabels(text)}
          error={formState.errors.source?.message}
        />
      </div>
      {view === 'source' && (
        <FormTextArea
          name="source"
          label="Source"
          required
          maxLength={maxSourceLength}
          rows={18}
          className="max-h-[70dvh] font-serif"
          hint={
            <>
              An empty line ends a paragraph. Begin it with <code># </code>for the title, <code>## 1. </code>
              for a heading, <code>1.1 </code>for a clause, <code>(a) </code>for a list,{' '}
              <code>- Label: </code>for a line of terms and <code>&gt; Label: </code>for a line of the
              signature. Write a field as <code>{'{{name}}'}</code>.
            </>
          }
        />
      )}
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
  autosave: ReturnType<typeof useAutosave>
  onClose: () => void
}

/** Shows what the text still needs before it can be published, and the buttons. */
function Foot({ details, autosave, onClose }: FootProps) {
  const { edit, state, saveNow, forget, discard } = autosave
  const values = useWatch<DraftValues>() as DraftValues
  const close = () => {
    forget()
    onClose()
  }
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
        <DiscardButton details={details} isBegun={state !== 'empty'} discard={discard} onClose={onClose} />
        <PublishButton
          details={details}
          isReady={problems.length === 0 && state !== 'empty'}
          saveNow={saveNow}
          onPublished={close}
          onRefused={edit.refuse}
        />
      </div>
    </div>
  )
}

type DiscardButtonProps = {
  details: AgreementTypeDetails
  isBegun: boolean
  discard: Parameters<typeof useDiscardDraft>[1]
  onClose: () => void
}

/** Closes a draft in which nothing was typed, or deletes the draft. */
function DiscardButton({ details: { id, name }, isBegun, discard, onClose }: DiscardButtonProps) {
  const { mutate } = useDiscardDraft(id, discard)
  const discardQuestion = question({
    title: `Discard the draft of ${name}?`,
    description: 'Your edits are deleted. Published versions stay.',
    confirmLabel: 'Discard',
    onConfirm: () => mutate(undefined, { onSuccess: onClose }),
  })
  return isBegun ? (
    <Button opens={discardQuestion}>Discard draft</Button>
  ) : (
    <Button onClick={onClose}>Cancel</Button>
  )
}
