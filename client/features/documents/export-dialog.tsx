import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { DialogForm } from '#client/ui/form-dialog.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { dateRange } from '#contract/date-range.ts'
import { ExportPeriod } from '#contract/documents/agreement-export.ts'
import { exportPeriods, type Period } from './export-periods.ts'
import { useExportAgreements } from './mutations.ts'

/** Downloads what all partners have signed in a period. */
export function ExportAgreementsDialog(opening: DialogOpening) {
  const { mutateAsync: save, isPending } = useExportAgreements()
  const { thisMonth, lastMonth, thisYear } = exportPeriods(new Date())
  const edit = useEditForm<Period, Period>({
    schema: ExportPeriod,
    record: null,
    valuesOf: () => thisMonth,
    save: async (period) => {
      await save(period)
      opening.onOpenChange(false)
    },
  })
  const choose = ({ from, to }: Period) => {
    const shouldValidate = edit.form.formState.isSubmitted
    edit.form.setValue('from', from, { shouldValidate })
    edit.form.setValue('to', to, { shouldValidate })
  }
  return (
    <Dialog
      {...opening}
      title="Export agreements"
      description="Download a ZIP file of the agreements signed in this period, with the evidence of each signature"
    >
      <DialogForm edit={edit} submitLabel={isPending ? 'Exporting...' : 'Export'} isPending={isPending}>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Period</legend>
          {(
            [
              ['This month', thisMonth],
              ['Last month', lastMonth],
              ['This year', thisYear],
            ] as const
          ).map(([label, period]) => (
            <Button key={label} type="button" size="small" onClick={() => choose(period)}>
              {label}
            </Button>
          ))}
        </fieldset>
        <FormPair>
          <FormInput name="from" label="Signed from" type="date" required {...dateRange} />
          <FormInput
            name="to"
            label="Signed through"
            type="date"
            required
            {...dateRange}
            hint="Dates are in UTC"
          />
        </FormPair>
      </DialogForm>
    </Dialog>
  )
}
