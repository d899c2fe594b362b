import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { createDraftSync } from '#client/domain/drafts/draft-sync.ts'
import { readUnsent, useUnsentDraft } from '#client/domain/drafts/use-saved-draft.ts'
import { call } from '#client/lib/api.ts'
import { store } from '#client/lib/storage.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { type AgreementTypeDetails, SaveDraft } from '#contract/agreement-types.ts'
import { isBuiltInType } from '#contract/documents/agreements/agreement.ts'
import { writeAgreementSource } from '#contract/documents/agreements/agreement-source.ts'
import { ownFieldsOf } from '#contract/documents/agreements/own-fields.ts'
import type { DraftRecord, DraftText, DraftValues } from './draft.ts'

const draftSchema = SaveDraft.omit({ updatedAt: true }).required({ fields: true })

/** Returns the draft of a type, as its form is filled from it; undefined without a draft. */
export const recordOf = ({ draft }: Pick<AgreementTypeDetails, 'draft'>): DraftRecord | undefined => {
  if (!draft) return undefined
  const { updatedAt, ...text } = draft
  return { updatedAt, text }
}

const valuesOf = ({ documentType, title, blocks, fieldGroups }: DraftText): DraftValues => ({
  title,
  source: writeAgreementSource(blocks),
  fields: isBuiltInType(documentType) ? [] : ownFieldsOf({ fieldGroups }),
})

// A field that has no label yet has no name either, and is not part of the text.
const typedOf = ({ title, source, fields }: DraftValues) => ({
  title,
  source,
  fields: JSON.stringify(fields.filter(({ name }) => name)),
})
type TypedDraft = ReturnType<typeof typedOf>

const createSync = (type: string, key: string, { updatedAt, text }: DraftRecord) =>
  createDraftSync(
    {
      send: async ({ values, updatedAt: expected }) => {
        const { title, source, fields } = values as TypedDraft
        const ownFields = isBuiltInType(type) ? {} : { fields: JSON.parse(fields) }
        const body = { title, source, ...ownFields, updatedAt: expected }
        const saved = await call(
          'PUT /api/admin/agreement-types/:type/draft',
          { params: { type }, body },
          { outlivesPage: true },
        )
        return { values, updatedAt: saved.updatedAt }
      },
      unsent: readUnsent(key),
      storeUnsent: (unsent) => store(key, unsent && JSON.stringify(unsent)),
      pick: (values) => values,
    },
    { values: typedOf(valuesOf(text)), updatedAt },
  )

/**
 * The form of the draft of a text, which is saved as it is typed. A draft that another admin, or this one in another tab, has saved in the
 * meantime is never overwritten: the form says so, and keeps what was typed, also after a reload.
 * @param begun the draft, or the text that a first draft begins with
 */
export const useAutosave = (details: AgreementTypeDetails, begun: DraftRecord, userId: string) => {
  const { id: type } = details
  const key = `draft:${userId}:agreement-type:${type}`
  const [sync] = useState(() => createSync(type, key, begun))
  const { state, updatedAt, error } = useSyncExternalStore(sync.subscribe, sync.snapshot)
  const savedDraft = useMemo(() => {
    const { title, source, fields } = sync.typed() as TypedDraft
    return {
      initial: { title, source, fields: JSON.parse(fields) },
      store: (values: DraftValues) => sync.change(typedOf(values)),
    }
  }, [sync])

  const edit = useEditForm<DraftValues, DraftValues, DraftRecord>({
    schema: draftSchema,
    record: begun,
    valuesOf: (from) => valuesOf(from?.text ?? begun.text),
    savedDraft,
    save: async () => sync.flush(),
    reload: async () => {
      const current = recordOf(await call('GET /api/admin/agreement-types/:type', { params: { type } }))
      if (current) sync.restart({ values: typedOf(valuesOf(current.text)), updatedAt: current.updatedAt })
      return current
    },
  })

  const showRefusal = useEffectEvent((refusal: unknown) =>
    refusal ? edit.refuse(refusal) : edit.form.clearErrors(),
  )
  useEffect(() => showRefusal(error), [error])
  useUnsentDraft(sync)

  const isNewer = (details.draft?.updatedAt ?? '') > (updatedAt ?? '') && state !== 'saving'
  return {
    edit,
    /** The state of the draft; empty for a text that was not changed yet. */
    state: state === 'saved' && !updatedAt ? ('empty' as const) : state,
    /** Whether another draft was saved since this one was read. */
    isNewer,
    /** Saves what was typed. Returns when the draft was saved. @throws the reason why it could not be saved */
    saveNow: async () => {
      await sync.flush()
      // Another request sends the text that was typed while the last one was running.
      await sync.flush()
      const saved = sync.snapshot()
      if (saved.state !== 'saved' || !saved.updatedAt)
        throw saved.error ?? new Error('The draft is not saved')
      return saved.updatedAt
    },
    /** Forgets what was typed, and deletes the draft with `remove` if it was saved. Nothing is saved in the meantime. */
    discard: async (remove: () => Promise<unknown>) => {
      await sync.pause()
      try {
        if (sync.snapshot().updatedAt) await remove()
        sync.forget()
      } catch (failure) {
        sync.resume()
        throw failure
      }
    },
    forget: sync.forget,
  }
}
