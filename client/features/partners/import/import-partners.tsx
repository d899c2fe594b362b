import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, sendFile } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { useImportPartners } from '../mutations.ts'
import { ChooseCsv, type ChosenCsv, csvProblem, readCsv } from './choose-csv.tsx'
import { LeftOver } from './left-over.tsx'
import { Outcome } from './outcome.tsx'

/** Called after an import with the moment at which its partners were added. */
type Imported = { onImported: (addedAt: string) => void }

/** Adds many partners from a file: first every row is checked, then the good ones are added. */
export function ImportPartners({ open, onOpenChange, onImported }: DialogOpening & Imported) {
  const sending = useImportPartners()
  const close = () => onOpenChange(false)
  return (
    <Dialog
      title="Import partners"
      description="Rows without errors are added. You can download, correct and import the others."
      size="wide"
      isGuarded
      open={open}
      // Closing the dialog would not stop a running import, so the dialog stays open until the result is known.
      onOpenChange={() => !sending.isPending && close()}
    >
      <ImportSteps sending={sending} onDone={close} onImported={onImported} />
    </Dialog>
  )
}

type ImportStepsProps = Imported & { sending: ReturnType<typeof useImportPartners>; onDone: () => void }

function ImportSteps({ sending, onDone, onImported }: ImportStepsProps) {
  const [refusal, setRefusal] = useState<string>()
  const [wasChecked, setWasChecked] = useState(false)
  // The error of a failed check is shown at the picker.
  const check = useMutation({
    mutationFn: ({ content }: ChosenCsv) => sendFile('POST /api/admin/partners/import/check', content),
  })
  const file = check.variables

  const handleFiles = async ([chosen, ...others]: File[]) => {
    if (!chosen) return
    check.reset()
    // The rows that an earlier import left out are not of this file.
    sending.reset()
    const wrong = others.length > 0 ? 'Choose one file at a time.' : csvProblem(chosen)
    setRefusal(wrong)
    if (wrong) return
    try {
      check.mutate(await readCsv(chosen))
    } catch {
      setRefusal('The file could not be read. Choose it again.')
    }
  }

  const handleImport = async () => {
    if (!file) return
    try {
      const { refused, addedAt } = await sending.mutateAsync(file.content)
      onImported(addedAt)
      if (refused === 0) onDone()
    } catch {
      // Rows that were valid may have become invalid; another check shows which.
      check.mutate(file)
    }
  }

  const again = () => {
    setWasChecked(true)
    check.reset()
  }

  if (!check.data || !file) {
    return (
      <div className="grid grid-cols-1 gap-5">
        <ChooseCsv
          checking={check.isPending ? file?.name : undefined}
          error={refusal ?? (check.error ? checkFailure(check.error) : undefined)}
          takesFocus={!check.isIdle || wasChecked}
          onFiles={handleFiles}
        />
        <DialogFooter>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
        </DialogFooter>
      </div>
    )
  }

  const plan = check.data
  if (sending.data)
    return <LeftOver plan={plan} fileName={file.name} imported={sending.data} onDone={onDone} />
  const { good } = plan
  return (
    <div className="grid grid-cols-1 gap-5">
      <Outcome key={check.submittedAt} fileName={file.name} plan={plan} />
      <DialogFooter>
        <DialogClose>
          <Button disabled={sending.isPending}>Cancel</Button>
        </DialogClose>
        <Button disabled={sending.isPending} onClick={again} {...(good === 0 && { variant: 'primary' })}>
          Choose another file
        </Button>
        {good > 0 && (
          <Button variant="primary" pending={sending.isPending} onClick={handleImport}>
            {sending.isPending ? 'Importing...' : `Import ${formatCount(good, 'partner')}`}
          </Button>
        )}
      </DialogFooter>
    </div>
  )
}

const checkFailure = (error: Error): string =>
  (error instanceof ApiError && error.serverMessage) ||
  'The file could not be checked. Check your connection and try again.'
