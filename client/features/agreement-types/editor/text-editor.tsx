import { closeHistory } from 'prosemirror-history'
import { type Command, EditorState, Selection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { FieldError, FieldHint, GroupLabel } from '#client/ui/field.tsx'
import type { FieldLabels } from './field-labels.ts'
import { pastedHtml, pastedText } from './pasted.ts'
import { docOf, fieldNode, sourceIn, writtenNode } from './schema.ts'
import { TextToolbar } from './text-toolbar.tsx'
import { typing } from './typing.ts'

const showLabel = (chip: HTMLElement, labels: FieldLabels) => {
  const { slot = '' } = chip.dataset
  const label = labels.get(slot)
  chip.textContent = label ?? slot
  chip.setAttribute('aria-label', label ? `Field: ${label}` : `No field ${slot}`)
  chip.dataset.isKnown = String(label !== undefined)
}

const chipClassName =
  'rounded-mark border border-control bg-accent-soft px-1 py-0.5 font-sans text-13 text-ink select-all ' +
  'data-[is-known=false]:border-caution data-[is-known=false]:bg-caution-soft ' +
  '[&.ProseMirror-selectednode]:outline-2 [&.ProseMirror-selectednode]:outline-accent'

const createView = (
  place: HTMLElement,
  attributes: Record<string, string>,
  labels: RefObject<FieldLabels>,
  on: { change: (view: EditorView, isTyped: boolean) => void; field: () => void },
) => {
  const view: EditorView = new EditorView(place, {
    state: EditorState.create({ doc: docOf(''), plugins: typing(on.field) }),
    attributes,
    dispatchTransaction: (tr) => {
      const { state, transactions } = view.state.applyTransaction(tr)
      view.updateState(state)
      on.change(
        view,
        transactions.some((each) => each.docChanged && !each.getMeta('isLoaded')),
      )
    },
    transformPastedHTML: pastedHtml,
    clipboardTextParser: pastedText,
    nodeViews: {
      field: ({ attrs }) => {
        const dom = document.createElement('span')
        dom.dataset.slot = attrs.name
        dom.setAttribute('role', 'img')
        dom.className = chipClassName
        showLabel(dom, labels.current)
        return { dom, ignoreMutation: () => true }
      },
    },
  })
  return view
}

const load = (view: EditorView, source: string, isFirst: boolean) => {
  const { doc, tr } = view.state
  const next = docOf(source)
  if (doc.eq(next)) return
  // The user can undo what was written in the source, as a step of its own.
  const loaded = closeHistory(tr).replaceWith(0, doc.content.size, next.content).setMeta('isLoaded', true)
  view.dispatch(loaded.setMeta('addToHistory', !isFirst).setSelection(Selection.atStart(loaded.doc)))
}

type TextEditorProps = {
  id: string
  /** Whether the text is shown. What is written in the source meanwhile is one step for undo. */
  isShown: boolean
  source: string
  onChange: (source: string) => void
  labels: FieldLabels
  error: string | undefined
}

/** The text of an agreement as it will look. Its headings, clauses and fields are written without the marks of the source. */
export function TextEditor({ id, isShown, source, onChange, labels, error }: TextEditorProps) {
  const placeRef = useRef<HTMLDivElement>(null)
  const viewRef = useRef<EditorView>(null)
  const labelsRef = useRef(labels)
  const writtenRef = useRef<string>(null)
  const [block, setBlock] = useState(() => writtenNode(docOf('').child(0)))
  const [isFieldMenuOpen, setFieldMenuOpen] = useState(false)
  const hintId = useId()

  const handleChange = useEffectEvent((view: EditorView, isTyped: boolean) => {
    setBlock(writtenNode(view.state.selection.$from.parent))
    if (!isTyped) return
    writtenRef.current = sourceIn(view.state.doc)
    onChange(writtenRef.current)
  })

  useEffect(() => {
    if (!placeRef.current) return
    const attributes = {
      id,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': `${id}-label`,
      'aria-required': 'true',
      'aria-describedby': `${hintId} ${id}-error`,
      spellcheck: 'true',
      class:
        'min-h-96 px-5 py-6 font-serif touch:text-17 whitespace-break-spaces wrap-anywhere outline-none sm:px-9 sm:py-8',
    }
    const view = createView(placeRef.current, attributes, labelsRef, {
      change: (changed, isTyped) => handleChange(changed, isTyped),
      field: () => setFieldMenuOpen(true),
    })
    viewRef.current = view
    return () => view.destroy()
  }, [id, hintId])

  useEffect(() => {
    const view = viewRef.current
    if (!view || !isShown || writtenRef.current === source) return
    load(view, source, writtenRef.current === null)
    writtenRef.current = source
  }, [source, isShown])

  useEffect(() => {
    labelsRef.current = labels
    for (const chip of viewRef.current?.dom.querySelectorAll<HTMLElement>('[data-slot]') ?? [])
      showLabel(chip, labels)
  }, [labels])

  const run = (command: Command) => {
    const view = viewRef.current
    if (!view) return
    command(view.state, view.dispatch)
    view.focus()
    // A menu that closes takes the focus once more, until it has disappeared.
    requestAnimationFrame(() => view.focus())
  }
  const insert = (name: string) =>
    run(({ tr }, dispatch) => {
      dispatch?.(tr.replaceSelectionWith(fieldNode(name), false).scrollIntoView())
      return true
    })

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <GroupLabel id={`${id}-label`} label="Text" required />
      <div
        className={
          'overflow-clip rounded-control border border-control bg-raised focus-within:has-[[role=textbox]:focus]:outline-2 ' +
          'focus-within:has-[[role=textbox]:focus]:outline-accent'
        }
      >
        <TextToolbar
          block={block}
          labels={labels}
          isFieldMenuOpen={isFieldMenuOpen}
          onFieldMenu={setFieldMenuOpen}
          finalFocus={() => viewRef.current?.dom ?? null}
          onInsert={insert}
          onCommand={run}
        />
        <div ref={placeRef} className="max-h-[70dvh] overflow-y-auto" />
      </div>
      <FieldHint id={hintId}>
        Numbers follow by themselves, but not where the text mentions a clause by its number. To set a number,
        type it at the start of a paragraph. For a field, choose it or type two opening braces.
      </FieldHint>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
