import { useController, useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { audienceProblems, forOne, sentAudience } from '#client/domain/audience/audience.ts'
import {
  AudienceField,
  audienceFieldNames,
  audienceShape,
  checkAudience,
  sentFor,
  type WithAudience,
} from '#client/domain/audience/audience-field.tsx'
import { formatCount } from '#client/lib/format.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import type { TaskSet } from '#contract/task-plans/sets.ts'
import { useGiveSet } from '../mutations.ts'
import { useSetAudience } from '../queries.ts'

type GiveValues = WithAudience & { again: boolean }

const giveSchema = z.object({ ...audienceShape, again: z.boolean() }).superRefine(checkAudience)

/** Gives a set to partners now. */
export function GiveDialog({ set, ...opening }: DialogOpening & { set: TaskSet }) {
  const { mutateAsync: give, isPending } = useGiveSet(set.id)
  const edit = useEditForm<GiveValues, z.output<typeof giveSchema>>({
    schema: giveSchema,
    record: null,
    valuesOf: () => ({ partner: null, audience: forOne, again: false }),
    fieldNames: audienceFieldNames,
    save: async ({ again, ...audience }) => {
      await give({ ...sentFor(audience), again })
      opening.onOpenChange(false)
    },
  })
  return (
    <EditDialog
      {...opening}
      title={`Assign ${set.name}`}
      description={`Each partner gets ${formatCount(set.templates.length, 'task')}, due from today on.`}
      edit={edit}
      submitLabel={isPending ? 'Assigning...' : 'Assign set'}
      isPending={isPending}
    >
      <AudienceField textOf={({ partners }) => `${formatCount(partners, 'partner')} chosen`} />
      <AgainField setId={set.id} />
    </EditDialog>
  )
}

/** The partners that are chosen now; undefined while the choice is not complete. */
const chosenOf = ({ partner, audience }: WithAudience) => {
  if (audience.kind === 'one') {
    return partner ? { assignedPartnerIds: [partner.id], assignedGroup: null } : undefined
  }
  return Object.keys(audienceProblems(audience)).length === 0 ? sentAudience(audience) : undefined
}

/** Asks whether partners who were given the set before should get it again. */
function AgainField({ setId }: { setId: string }) {
  const { control } = useFormContext<GiveValues>()
  const [partner, audience] = useWatch({ control, name: ['partner', 'audience'] })
  const { field, fieldState } = useController({ control, name: 'again' })
  const { data } = useSetAudience(setId, chosenOf({ partner, audience }))
  if (!data || data.alreadyGiven === 0) return null
  const { partners, alreadyGiven } = data
  return (
    <Checkbox
      label={
        partners === 1
          ? 'Assign again: this partner already has this set'
          : `Also assign it to the ${formatCount(alreadyGiven, 'partner')} who already ${alreadyGiven === 1 ? 'has' : 'have'} this set`
      }
      checked={field.value}
      onChange={({ target }) => field.onChange(target.checked)}
      error={fieldState.error?.message}
    />
  )
}
