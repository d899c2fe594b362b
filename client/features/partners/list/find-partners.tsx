import { useState } from 'react'
import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog, DialogClose, DialogFooter } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { Titled } from '#client/ui/facts.tsx'
import { Field, TextArea } from '#client/ui/field.tsx'
import { maxBulkIds } from '#contract/bulk-kinds.ts'
import { limits } from '#contract/limits.ts'
import type { FoundLine } from '#contract/partners/partners.ts'

type FindPartnersProps = DialogOpening & { onFound: (ids: string[]) => void }

/** Finds the partners of a pasted list of emails or business names, and selects them. */
export function FindPartners({ onFound, ...opening }: FindPartnersProps) {
  const [text, setText] = useState('')
  const finding = useEndpointMutation(
    (lines: string[]) => call('POST /api/admin/partners/find', { body: { lines } }),
    {
      serverMessages: 'all',
      failure: 'The list could not be looked up. Check your connection and try again.',
    },
  )
  const lines = linesOf(text)
  const isTooLong = lines.length > maxBulkIds
  return (
    <Dialog
      {...opening}
      isGuarded={text !== ''}
      title="Select from a list"
      description="Emails or business names, such as a column of a spreadsheet."
      size="wide"
    >
      {finding.data ? (
        <FoundLines
          lines={finding.data}
          onBack={finding.reset}
          onSelect={(ids) => {
            onFound(ids)
            opening.onOpenChange(false)
          }}
        />
      ) : (
        <form
          className="grid grid-cols-1 gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            if (lines.length > 0 && !isTooLong) finding.mutate(lines)
          }}
        >
          <Field
            label="One on each line"
            required
            hint={formatCount(lines.length, 'line')}
            error={isTooLong ? `Paste at most ${maxBulkIds} lines` : undefined}
          >
            <TextArea rows={10} value={text} onChange={({ target }) => setText(target.value)} />
          </Field>
          <DialogFooter>
            <DialogClose>
              <Button>Cancel</Button>
            </DialogClose>
            <Button
              type="submit"
              variant="primary"
              pending={finding.isPending}
              disabled={lines.length === 0 || isTooLong}
            >
              Find partners
            </Button>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  )
}

/** Returns the lines of a pasted text, each once: of a sheet with several columns the first cell, of "Ann <ann@example.com>" the address. */
const linesOf = (text: string): string[] => {
  const lines = text.split(/\r\n|\r|\n/).map((line) => {
    const cell = line.split('\t')[0] ?? ''
    const [, address] = cell.split('<')
    return (address?.includes('@') ? address.replace('>', '') : cell).trim().slice(0, limits.email)
  })
  return [...new Set(lines.filter(Boolean))]
}

type FoundLinesProps = { lines: FoundLine[]; onBack: () => void; onSelect: (ids: string[]) => void }

function FoundLines({ lines, onBack, onSelect }: FoundLinesProps) {
  const certain = lines.flatMap(({ partners }) => (partners.length === 1 ? partners.map(({ id }) => id) : []))
  const several = lines.filter(({ partners }) => partners.length > 1)
  const missing = lines.filter(({ partners }) => partners.length === 0).map(({ line }) => line)
  const [picked, setPicked] = useState<readonly string[]>([])
  const ids = [...new Set([...certain, ...picked])]

  const toggle = (id: string) =>
    setPicked(picked.includes(id) ? picked.filter((other) => other !== id) : [...picked, id])

  const copy = async () => {
    await navigator.clipboard.writeText(missing.join('\n'))
    toast({ title: `${formatCount(missing.length, 'line')} copied`, tone: 'positive' })
  }

  return (
    <div ref={takeFocus} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <p role="status">
        {`${formatCount(lines.length - several.length - missing.length, 'line')} found, ${several.length} ambiguous, ${missing.length} not found.`}
      </p>
      {several.map(({ line, partners }) => (
        <Titled key={line} title={`Which "${line}"?`}>
          <ul>
            {partners.map(({ id, fullName, businessName, email }) => (
              <li key={id}>
                <Checkbox
                  label={`${fullName} · ${businessName} · ${email}`}
                  checked={ids.includes(id)}
                  onChange={() => toggle(id)}
                />
              </li>
            ))}
          </ul>
        </Titled>
      ))}
      {missing.length > 0 && (
        <Titled title="Not found">
          <TextArea
            aria-label="Not found"
            readOnly
            rows={Math.min(8, missing.length)}
            value={missing.join('\n')}
          />
          <div>
            <Button size="small" onClick={copy}>
              Copy
            </Button>
          </div>
        </Titled>
      )}
      <DialogFooter>
        <Button onClick={onBack}>Back</Button>
        <Button variant="primary" disabled={ids.length === 0} onClick={() => onSelect(ids)}>
          {`Select ${formatCount(ids.length, 'partner')}`}
        </Button>
      </DialogFooter>
    </div>
  )
}

// The form that had the focus was removed.
const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })
