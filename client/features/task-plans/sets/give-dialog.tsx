import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { audienceProblems, forPartners, sentAudience } from '#client/domain/audience/audience.ts'
import {
  AudienceField,
  audienceFieldNames,
  audienceShape,
  checkAudience,
  sentFor,
  type WithAudience,
} from '#client/domain/audience/audience-field.tsx'
import { formatCount } from '#client/lib/format.ts'
import { readOf } from '#client/lib/query-client.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { TaskSet } from '#contract/task-plans/sets.ts'
import { useGiveSet } from '../mutations.ts'
import { useSetAudience } from '../queries.ts'

type GiveValues = WithAudience & { again: boolean }

const giveSchema = z.object({ ...audienceShape, again: z.boolean() }).superRefine(checkAudience)

type GiveDialogProps = DialogOpening & {
  set: TaskSet
  /** The partners that get the set, until the user chooses others. */
  partnerIds?: string[]
}

/** Gives a set to partners now. */
export function GiveDialog({ set, partnerIds, ...opening }: GiveDialogProps) {
  const { mutateAsync: give, isPending } = useGiveSet(set.id)
  const edit = useEditForm<GiveValues, z.output<typeof giveSchema>>({
    schema: giveSchema,
    record: null,
    valuesOf: () => ({ partner: null, audience: forPartners(partnerIds), again: false }),
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
      <AudienceField
        isViewOffered={false}
        textOf={({ partners }) => `${formatCount(partners, 'partner')} chosen`}
      />
      <AgainField setId={set.id} />
    </EditDialog>
  )
}

/** Gives partners one of the sets, which is chosen first. */
export function GiveAnySet({ partnerIds, ...opening }: DialogOpening & { partnerIds: string[] }) {
  const sets = useQuery({
    ...readOf('/api/admin/task-sets'),
    // A plan is given with an event.
    select: (all) => all.filter(({ givenWhen }) => givenWhen !== 'event'),
  })
  const [set, setSet] = useState<TaskSet>()
  if (set) return <GiveDialog {...opening} set={set} partnerIds={partnerIds} />
  return (
    <Dialog
      {...opening}
      title="Assign a task set"
      description={`To ${formatCount(partnerIds.length, 'partner')}`}
    >
      <QueryState
        query={sets}
        failure={{ title: 'The sets could not be loaded' }}
        empty={{
          when: (all) => all.length === 0,
          show: <p className="text-muted">No task sets yet. Create one in Tasks, Sets.</p>,
        }}
      >
        {(all) => (
          <ul className="grid grid-cols-1 gap-2">
            {all.map((each) => (
              <li key={each.id}>
                <Button
                  disabled={each.templates.length === 0}
                  onClick={() => setSet(each)}
                  className="w-full justify-between! text-left!"
                >
                  {each.name}
                  <span className="text-13 text-muted">{formatCount(each.templates.length, 'task')}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Dialog>
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
