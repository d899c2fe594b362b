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

/** A stored thing that a form edits: saving over any other state of it is refused. Null before its first save. */
export type Stored = { updatedAt: string | null }

/** A draft that is stored elsewhere than in this tab. */
export type FormDraft<Values> = {
  /** The values with which the form begins. */
  initial: Values
  store: (values: Values) => void
  /** Calls back with values that were typed elsewhere; returns a function that ends that. */
  follow: (onChanges: (values: Partial<Values>) => void) => () => void
}

export type EditFormOptions<Values extends FieldValues, Checked, Item> = {
  /** The contract's schema, which validates the values of the form and converts them for the request. */
  schema: z.ZodType<Checked>
  /** The edited record; null for a new one. */
  record: Item | null
  /** The initial values of the form. */
  valuesOf: (record: Item | null) => Values
  /**
   * Sends what was checked; rejects when it is refused.
   * @param record the state that the form was filled from; its `updatedAt` goes along as the one expected
   */
  save: (checked: Checked, record: Item | null) => Promise<unknown>
  /** Reads the record as it is now, for the way out of a conflict; undefined when it no longer exists. */
  reload?: (record: Item) => Promise<Item | undefined>
  /** Called when the form shows the current record after a conflict. */
  onReloaded?: (record: Item) => void
  /** Fields of the wire that the form calls by another name. */
  fieldNames?: { [wire: string]: string }
  /** The field that the server's message belongs to when a conflict is not about an earlier state. */
  conflictField?: Path<Values>
  /** Under this name, which includes the user, typed text survives a reload. Only for forms of texts. */
  draftName?: string | ((record: Item | null) => string)
  /** The same for a form whose draft is not stored in this tab. */
  savedDraft?: FormDraft<Values>
  /** The form has an error summary, which takes the focus instead of the first field that is wrong. */
  hasSummary?: boolean
}

export type EditForm<Values extends FieldValues, Checked, Item extends Stored = Stored> = ReturnType<
  typeof useEditForm<Values, Checked, Item>
>

/**
 * A form that creates or edits something by a schema of the contract: its values, the state it began with, the fields that
 * the server refuses, the way out of a conflict (nothing typed is lost until the person asks for what is there now), and a
 * draft where it has a name for one.
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
    // Fields that are not registered are found, too; a summary takes the focus itself.
    shouldFocusError: false,
    resolver: standardSchemaResolver<Values, unknown, Checked>(schema as z.ZodType<Checked, Values>),
  })
  // Read here, so that react-hook-form keeps them up to date.
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
      savedDraft?.follow((changes) => {
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
    // The second click of a double click comes before the button shows that the first one sends.
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
      // The button went away with the message.
      focusFirstField(formRef.current)
      options.onReloaded?.(current)
    } catch {
      const description = 'The latest version could not be loaded. Check your connection and try again.'
      toast({ title: failureTitle(), description, tone: 'danger' })
    }
  }

  return {
    form,
    /** Of the form element. */
    formRef,
    submit,
    /** What was typed is being checked and saved. */
    isSaving: isSubmitting,
    /** The state that the form was filled from; null for something new. */
    record,
    /** Whether something in it is not saved. */
    isChanged: () => (draftName ? Object.keys(typedValues(form.getValues(), begun)).length > 0 : isDirty),
    /** The server's message when another user has changed the record meanwhile. */
    conflict,
    /** The record was deleted meanwhile. */
    isGone,
    /** Replaces what was typed by what is there now. */
    loadCurrent,
    /** Fills the form from another state, such as the one just saved. */
    restart,
    /** Expects another state from now on, and leaves what was typed. */
    rebase: setRecord,
    draft: {
      /** Whether what was typed is stored in this tab. */
      isSaved: draft.isSaved,
      /** Whether the form began with what was stored. */
      wasRestored: draft.wasRestored,
      discard: () => form.reset(begun),
      forget: () => clearDraft(draftName),
    },
  }
}

// The first in the order of the page.
const invalidControl = ':is(input, select, textarea)[aria-invalid=true]'

const nameOf = <Item>(name: EditFormOptions<FieldValues, unknown, Item>['draftName'], record: Item | null) =>
  (typeof name === 'function' ? name(record) : name) ?? ''

/** The server's message for each refused field, by the form's own names, without fields that the form lacks. */
export const refusedFields = (
  { fields }: Pick<ApiError, 'fields'>,
  values: object,
  fieldNames: { [wire: string]: string } = {},
): [name: string, message: string][] =>
  Object.entries(fields)
    .map(([name, message]): [string, string] => {
      // A list may be refused at one of its places, as `assignedPartnerIds.3`.
      const [first = name] = name.split('.')
      return [ownValue(fieldNames, name) ?? ownValue(fieldNames, first) ?? name, message]
    })
    .filter(([name]) => (name.split('.')[0] ?? name) in values)
