import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, sendFile } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import type { PartnerImportPlan } from '#contract/partners/import.ts'
import { useImportPartners } from '../mutations.ts'
import { ChooseCsv, type ChosenCsv, csvProblem, readCsv } from './choose-csv.tsx'
import { type Edits, noEdits, withEdits } from './edits.ts'
import { LeftOver } from './left-over.tsx'
import { Outcome } from './outcome.tsx'

/** Called after an import with the moment at which its partners were added. */
type Imported = { onImported: (addedAt: string) => void }

/** Adds and changes many partners from a file: first every row is checked and may be corrected, then the good ones are stored. */
export function ImportPartners({ open, onOpenChange, onImported }: DialogOpening & Imported) {
  const sending = useImportPartners()
  const close = () => onOpenChange(false)
  return (
    <Dialog
      title="Import partners"
      description="Adds new partners, and changes those that exist. Nothing is saved before you have seen it."
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

type Checking = { file: ChosenCsv; edits: Edits; former?: PartnerImportPlan | undefined }

function ImportSteps({ sending, onDone, onImported }: ImportStepsProps) {
  const [refusal, setRefusal] = useState<string>()
  const [wasChecked, setWasChecked] = useState(false)
  const [edits, setEdits] = useState(noEdits)
  const [checked, setChecked] = useState<Checking & { plan: PartnerImportPlan; at: number }>()
  const check = useMutation({
    mutationFn: ({ file, edits: given, former }: Checking) => {
      const { body, query } = withEdits(file, given, former)
      return sendFile('POST /api/admin/partners/import/check', body, query)
    },
    onSuccess: (plan, checking) => setChecked({ ...checking, plan, at: Date.now() }),
  })

  const handleFiles = async ([chosen, ...others]: File[]) => {
    if (!chosen) return
    check.reset()
    // The rows that an earlier import left out are not of this file.
    sending.reset()
    const wrong = others.length > 0 ? 'Choose one file at a time.' : csvProblem(chosen)
    setRefusal(wrong)
    if (wrong) return
    try {
      setEdits(noEdits)
      check.mutate({ file: await readCsv(chosen), edits: noEdits })
    } catch {
      setRefusal('The file could not be read. Choose it again.')
    }
  }

  if (!checked) {
    return (
      <div className="grid grid-cols-1 gap-5">
        <ChooseCsv
          checking={check.isPending ? check.variables.file.name : undefined}
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

  const { file, plan } = checked
  const checkAgain = () => check.mutate({ file, edits, former: plan })

  const handleImport = async () => {
    const { body, query } = withEdits(file, edits, plan)
    try {
      const { partners, refused, addedAt } = await sending.mutateAsync({
        body,
        query: { ...query, fingerprint: plan.fingerprint },
      })
      if (partners > 0) onImported(addedAt)
      if (refused === 0) onDone()
    } catch {
      // Rows that were valid may have become invalid; another check shows which.
      checkAgain()
    }
  }

  const handleAnotherFile = () => {
    setWasChecked(true)
    setChecked(undefined)
    check.reset()
  }

  const handleCorrect = () => {
    // The imported rows are unchanged partners from now on.
    checkAgain()
    sending.reset()
  }

  if (sending.data) {
    return (
      <LeftOver
        plan={plan}
        fileName={file.name}
        imported={sending.data}
        onCorrect={handleCorrect}
        onDone={onDone}
      />
    )
  }
  const count = plan.added + plan.changed
  const isBusy = sending.isPending || check.isPending
  const isEdited = edits !== checked.edits
  return (
    <div className="grid grid-cols-1 gap-5">
      <Outcome key={checked.at} fileName={file.name} plan={plan} edits={edits} onEdits={setEdits} />
      {check.error && <Alert title={checkFailure(check.error)} />}
      <DialogFooter>
        <DialogClose>
          <Button disabled={sending.isPending}>
            {count === 0 && plan.refused === 0 ? 'Close' : 'Cancel'}
          </Button>
        </DialogClose>
        <Button disabled={isBusy} onClick={handleAnotherFile}>
          Choose another file
        </Button>
        {(isEdited || check.isPending || plan.refused > 0) && (
          <Button
            pending={check.isPending}
            disabled={sending.isPending}
            onClick={checkAgain}
            {...((isEdited || count === 0) && { variant: 'primary' })}
          >
            {check.isPending ? 'Checking...' : 'Check again'}
          </Button>
        )}
        {count > 0 && !isEdited && !check.isPending && (
          <Button variant="primary" pending={sending.isPending} onClick={handleImport}>
            {sending.isPending ? 'Importing...' : `Import ${formatCount(count, 'partner')}`}
          </Button>
        )}
      </DialogFooter>
    </div>
  )
}

const checkFailure = (error: Error): string =>
  (error instanceof ApiError && error.serverMessage) ||
  'The file could not be checked. Check your connection and try again.'
