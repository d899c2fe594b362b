import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ownValue } from '#contract/own-value.ts'
import { ApiError } from './api.ts'
import { failureTitle } from './connection.ts'
import { clearDraft, typedValues, useDraft } from './draft.ts'
import { focusFirstField } from './focus-first-field.ts'
import { toast } from './toast.ts'

/** A stored record that a form edits. The server refuses to overwrite any other state of the record. Null before the first save. */
export type Stored = { updatedAt: string | null }

/** A draft that is not stored in this tab. */
export type FormDraft<Values> = {
  /** The initial values of the form. */
  initial: Values
  store: (values: Values) => void
  /** Calls back with values that were typed elsewhere, if they are merged into this form; returns a function that unsubscribes. */
  follow?: (onChanges: (values: Partial<Values>) => void) => () => void
}

export type EditFormOptions<Values extends FieldValues, Checked, Item> = {
  /** The contract's schema, which validates the values of the form and converts them for the request. */
  schema: z.ZodType<Checked>
  /** The edited record; null for a new one. */
  record: Item | null
  /** The initial values of the form. */
  valuesOf: (record: Item | null) => Values
  /**
   * Sends the validated values; rejects when the server refuses them.
   * @param record the state that the form was filled from; its `updatedAt` is sent as the expected state
   */
  save: (checked: Checked, record: Item | null) => Promise<unknown>
  /** Reads the current record, to resolve a conflict; undefined when the record no longer exists. */
  reload?: (record: Item) => Promise<Item | undefined>
  /** Called when the form shows the current record after a conflict. */
  onReloaded?: (record: Item) => void
  /** The names in the form of the fields that have another name in the API. */
  fieldNames?: { [wire: string]: string }
  /** The field that shows the server's message about a conflict that is not about an outdated record. */
  conflictField?: Path<Values>
  /** The name, including the user's id, under which typed text is stored and survives a reload. Only for forms with text fields. */
  draftName?: string | ((record: Item | null) => string)
  /** The draft of a form, if the draft is not stored in this tab. */
  savedDraft?: FormDraft<Values>
  /** Whether the form has an error summary, which takes the focus instead of the first invalid field. */
  hasSummary?: boolean
}

export type EditForm<Values extends FieldValues, Checked, Item extends Stored = Stored> = ReturnType<
  typeof useEditForm<Values, Checked, Item>
>

/**
 * A form that creates or edits a record with a schema of the contract. Manages the values, the record that the form was filled
 * from, the fields that the server refuses, conflicts (typed text is lost only when the user loads the current record), and a draft
 * if the form has a name for one.
 */
export const useEditForm = <Values extends FieldValues, Checked, Item extends Stored = Stored>(
  options: EditFormOptions<Values, Checked, Item>,
) => {
  const { schema, valuesOf, save, reload, fieldNames, conflictField, savedDraft, hasSummary } = options
  const [record, setRecord] = useState(options.record)
  const draftName = nameOf(options.draftName, record)
  const [begun, setBegun] = useState(() => valuesOf(options.record))
  const [conflict, setConflict] = useState<string>()
  const [isGone, setGone] = useState(false)
  const draft = useDraft(draftName, begun)
  const form = useForm<Values, unknown, Checked>({
    // biome-ignore lint/suspicious/noExplicitAny: react-hook-form asks for the deep partial of a type it cannot see
    defaultValues: (savedDraft?.initial ?? draft.initial) as any,
    // The form moves the focus itself, since react-hook-form misses fields that are not registered, and a summary takes the focus.
    shouldFocusError: false,
    resolver: standardSchemaResolver<Values, unknown, Checked>(schema as z.ZodType<Checked, Values>),
  })
  // react-hook-form updates only the properties that are read during rendering.
  const { isDirty, submitCount, isSubmitting } = form.formState
  const formRef = useRef<HTMLFormElement>(null)
  const isSendingRef = useRef(false)
  useEffect(() => {
    if (submitCount > 0 && !hasSummary) formRef.current?.querySelector<HTMLElement>(invalidControl)?.focus()
  }, [submitCount, hasSummary])

  const { store } = savedDraft ?? draft
  const { subscribe, setValue } = form
  const isStored = draftName !== '' || savedDraft !== undefined
  useEffect(
    () =>
      isStored
        ? subscribe({ formState: { values: true }, callback: ({ values }) => store(values) })
        : undefined,
    [subscribe, store, isStored],
  )

  useEffect(
    () =>
      savedDraft?.follow?.((changes) => {
        for (const [name, value] of Object.entries(changes)) setValue(name as Path<Values>, value)
      }),
    [savedDraft, setValue],
  )

  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    if (error.status === 409 && conflictField && error.serverMessage) {
      form.setError(conflictField, { message: error.serverMessage })
    } else if (error.status === 409 && record) setConflict(error.serverMessage)
    if (error.status === 404 && record) setGone(true)
    for (const [name, message] of refusedFields(error, form.getValues(), fieldNames)) {
      form.setError(name as Path<Values>, { message })
    }
  }

  const send = async (checked: Checked, onSaved?: () => void) => {
    // The second click of a double click arrives before the button is disabled.
    if (isSendingRef.current) return
    isSendingRef.current = true
    setConflict(undefined)
    try {
      await save(checked, record)
      onSaved?.()
    } catch (error) {
      refuse(error)
    } finally {
      isSendingRef.current = false
    }
  }

  const submit = (event?: FormEvent, onSaved?: () => void) =>
    form.handleSubmit((checked) => send(checked, onSaved))(event)

  const restart = (next: Item) => {
    const values = valuesOf(next)
    clearDraft(draftName)
    setRecord(next)
    setBegun(values)
    form.reset(values)
    setConflict(undefined)
  }

  const loadCurrent = async () => {
    if (!record || !reload) return
    try {
      const current = await reload(record)
      if (!current) {
        setConflict(undefined)
        return setGone(true)
      }
      flushSync(() => restart(current))
      // The button that had the focus has disappeared with the conflict message.
      focusFirstField(formRef.current)
      options.onReloaded?.(current)
    } catch {
      const description = 'The latest version could not be loaded. Check your connection and try again.'
      toast({ title: failureTitle(), description, tone: 'danger' })
    }
  }

  return {
    form,
    /** The ref of the form element. */
    formRef,
    submit,
    /** Whether the values are being validated and saved. */
    isSaving: isSubmitting,
    /** The record that the form was filled from; null for a new one. */
    record,
    /** Returns whether the form has unsaved changes. */
    isChanged: () => (draftName ? Object.keys(typedValues(form.getValues(), begun)).length > 0 : isDirty),
    /** The server's message when another user has changed the record in the meantime. */
    conflict,
    /** Whether the record was deleted in the meantime. */
    isGone,
    /** Shows why the server has refused the values, if they were sent without `submit`. */
    refuse,
    /** Replaces the typed values with the current record. */
    loadCurrent,
    /** Fills the form from another state of the record, such as the state just saved. */
    restart,
    /** Expects another state of the record from now on, and leaves the typed values unchanged. */
    rebase: setRecord,
    draft: {
      /** Whether the typed values are stored in this tab. */
      isSaved: draft.isSaved,
      /** Whether the form began with a stored draft. */
      wasRestored: draft.wasRestored,
      discard: () => form.reset(begun),
      forget: () => clearDraft(draftName),
    },
  }
}

// Matches the invalid controls; the first match in document order takes the focus.
const invalidControl = ':is(input, select, textarea)[aria-invalid=true]'

const nameOf = <Item>(name: EditFormOptions<FieldValues, unknown, Item>['draftName'], record: Item | null) =>
  (typeof name === 'function' ? name(record) : name) ?? ''

/** Returns the server's message for each refused field, by the form's own names, without fields that the form lacks. */
export const refusedFields = (
  { fields }: Pick<ApiError, 'fields'>,
  values: object,
  fieldNames: { [wire: string]: string } = {},
): [name: string, message: string][] =>
  Object.entries(fields)
    .map(([name, message]): [string, string] => {
      // The server may refuse a single item of a list, for example `assignedPartnerIds.3`.
      const [first = name] = name.split('.')
      return [ownValue(fieldNames, name) ?? ownValue(fieldNames, first) ?? name, message]
    })
    .filter(([name]) => (name.split('.')[0] ?? name) in values)
