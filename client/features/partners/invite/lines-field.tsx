import { Pencil, X } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { useController } from 'react-hook-form'
import { formatCount } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { IconButton } from '#client/ui/button.tsx'
import { Field, TextArea, TextInput } from '#client/ui/field.tsx'
import { Pagination } from '#client/ui/paged-table.tsx'
import { limits, maxInvitedAtOnce } from '#contract/limits.ts'
import { type InviteValues, type Line, linesOf, problemsOf } from './invite-values.ts'
import { readPasted } from './pasted-lines.ts'

// A thousand lines at once would make typing slow.
const pageSize = 50

/** Several partners to invite: lines are pasted, checked, and mended in place. */
export function LinesField() {
  const { field, fieldState } = useController<InviteValues, 'lines'>({ name: 'lines' })
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const lines = linesOf({ lines: field.value })
  const problems = problemsOf(lines)
  const store = (next: Line[]) => field.onChange(JSON.stringify(next))

  const add = (text: string) => {
    setTyped('')
    const pasted = [...lines, ...readPasted(text)].slice(0, maxInvitedAtOnce)
    const wrong = problemsOf(pasted)
    store(pasted.map((line, index) => (wrong[index] ? { ...line, isOpen: true } : line)))
  }
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\r\n]/.test(text) && !text.includes('@')) return
    event.preventDefault()
    add(`${typed}\n${text}`)
  }

  const rows = lines
    .map((line, index) => ({ line, index, problem: problems[index] }))
    .toSorted((one, other) => Number(other.line.isOpen ?? false) - Number(one.line.isOpen ?? false))
  const change = (index: number, next: Partial<Line> | null) => {
    // The server's objection was about the line as it was.
    const changed = next && { ...lines[index], refusal: undefined, ...next }
    store(lines.flatMap((line, place) => (place === index ? (changed ? [changed as Line] : []) : [line])))
  }
  const wrong = problems.filter(Boolean).length
  return (
    <div className="grid grid-cols-1 gap-3">
      <Field
        id="field-lines"
        label="Paste lines"
        required
        error={fieldState.error?.message}
        hint="One partner per line: email, name, business. Or: Name <email>, business."
      >
        <TextArea
          rows={3}
          value={typed}
          placeholder="dee@bayside.example, Dee Park, Bayside Hall"
          onPaste={handlePaste}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => (typed.trim() ? add(typed) : field.onBlur())}
        />
      </Field>
      <p role="status" className="text-13 text-muted empty:hidden">
        {lines.length > 0 &&
          `${formatCount(lines.length, 'line')}${wrong > 0 ? `, ${formatCount(wrong, 'error')}` : ''}${
            lines.length === maxInvitedAtOnce ? '. More cannot be invited at once.' : ''
          }`}
      </p>
      {lines.length > 0 && (
        <div className="rounded-card border border-line">
          <ul aria-label="Partners to invite" className="divide-y divide-line">
            {rows.slice((page - 1) * pageSize, page * pageSize).map((row) => (
              <LineRow key={row.index} {...row} onChange={(next) => change(row.index, next)} />
            ))}
          </ul>
          {rows.length > pageSize && (
            <div className="border-line border-t">
              <Pagination what="lines" page={page} pageSize={pageSize} total={rows.length} onPage={setPage} />
            </div>
          )}
        </div>
      )}
    </div>
  )
}

const inputs = [
  { name: 'email', label: 'Email', maxLength: limits.email },
  { name: 'fullName', label: 'Name', maxLength: limits.name },
  { name: 'businessName', label: 'Business', maxLength: limits.name },
] as const

type LineRowProps = {
  line: Line
  index: number
  problem: string | undefined
  /** Called with what changes; null removes the line. */
  onChange: (change: Partial<Line> | null) => void
}

/** A line: its texts or, if it is open, an input for each of them. */
function LineRow({ line, index, problem, onChange }: LineRowProps) {
  const { email, fullName, businessName, isOpen } = line
  const name = `Line ${index + 1}`
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-1.5 pr-1.5 pl-4">
      <span className="w-14 shrink-0 text-13 text-muted tabular-nums">{name}</span>
      <span className="wrap-anywhere min-w-0 flex-1">
        {problem ? (
          <span className="text-13 text-danger">{problem}</span>
        ) : (
          <>
            <span className="font-medium">{businessName || fullName}</span>
            <span className="block text-13 text-muted">
              {[businessName && fullName, email].filter(Boolean).join(' · ')}
            </span>
          </>
        )}
      </span>
      {problem && <Badge tone="danger">Error</Badge>}
      {!isOpen && (
        <IconButton icon={Pencil} label={`Edit ${name}`} onClick={() => onChange({ isOpen: true })} />
      )}
      <IconButton icon={X} label={`Remove ${name}`} onClick={() => onChange(null)} />
      {isOpen && (
        <fieldset
          aria-label={problem ? `${name}: ${problem}` : name}
          className="grid w-full min-w-0 grid-cols-1 gap-3 pr-2.5 pb-2 sm:grid-cols-3"
        >
          {inputs.map(({ name: field, label, maxLength }) => (
            <Field key={field} label={label}>
              <TextInput
                value={line[field]}
                maxLength={maxLength}
                autoComplete="off"
                onChange={({ target }) => onChange({ [field]: target.value })}
              />
            </Field>
          ))}
        </fieldset>
      )}
    </li>
  )
}
