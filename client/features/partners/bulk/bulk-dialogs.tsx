import { z } from 'zod'
import { type ChosenPartners, useChangePartners } from '#client/domain/bulk/change-partners.ts'
import { personName } from '#client/domain/person-name.ts'
import { usePartnerGroups, useTeam } from '#client/domain/queries.ts'
import { formatCount } from '#client/lib/format.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput, FormSelect } from '#client/ui/form-fields.tsx'
import { question } from '#client/ui/question.tsx'
import { assignedGroup } from '#contract/audience.ts'
import { undoSeconds } from '#contract/bulk-kinds.ts'
import { invitationsPerDay, limits } from '#contract/limits.ts'
import type { BulkChange } from '#contract/partners/bulk.ts'
import { tagNames } from '#contract/partners/tags.ts'
import { TagsField } from '../tags/tags-field.tsx'

export type BulkProps = { chosen: ChosenPartners; onBegun: () => void }

/** The form of a dialog that makes one change to all chosen partners. */
const useBulkForm = <Values extends object>(
  { chosen, onBegun }: BulkProps,
  schema: z.ZodType<Values>,
  initial: Values,
  changeOf: (values: Values) => BulkChange,
) => {
  const { mutateAsync: begin } = useChangePartners()
  return useEditForm<Values, Values>({
    schema,
    record: null,
    valuesOf: () => initial,
    save: async (values) => {
      await begin({ change: changeOf(values), chosen })
      onBegun()
    },
  })
}

const partnersOf = ({ count }: ChosenPartners) => formatCount(count, 'partner')

export function SetManager({ chosen, onBegun, ...opening }: DialogOpening & BulkProps) {
  const { data: team = [] } = useTeam()
  const edit = useBulkForm(
    { chosen, onBegun },
    z.object({ managerId: z.string() }),
    { managerId: '' },
    ({ managerId }) => ({ kind: 'manager', managerId: managerId || null }),
  )
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Set the manager of ${partnersOf(chosen)}`}
      description="Their conversations go to the new manager, unless a colleague has taken them over."
      submitLabel="Set manager"
      pendingLabel="Saving..."
    >
      <FormSelect
        name="managerId"
        label="Manager"
        placeholder="No manager"
        options={team.map((member) => ({ value: member.id, label: personName(member) }))}
      />
    </EditDialog>
  )
}

export function SetGroup({ chosen, onBegun, ...opening }: DialogOpening & BulkProps) {
  const { data: groups = [] } = usePartnerGroups()
  const edit = useBulkForm(
    { chosen, onBegun },
    z.object({ partnerGroup: z.string() }),
    { partnerGroup: '' },
    ({ partnerGroup }) => ({
      kind: 'group',
      partnerGroup: assignedGroup.parse(partnerGroup.trim() || null),
    }),
  )
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Set the group of ${partnersOf(chosen)}`}
      description="They get what is shared with the group, and lose what they have not begun of their former group."
      submitLabel="Set group"
      pendingLabel="Saving..."
    >
      <FormInput
        name="partnerGroup"
        label="Group"
        hint="Choose or type a group. Leave empty to remove them from their groups."
        list="bulk-groups"
        autoComplete="off"
        maxLength={limits.group}
        placeholder="None"
      />
      <datalist id="bulk-groups">
        {groups.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
    </EditDialog>
  )
}

/** Adds tags to partners, or takes tags from them. */
export function ChangeTags({
  kind,
  chosen,
  onBegun,
  ...opening
}: DialogOpening & BulkProps & { kind: 'tag' | 'untag' }) {
  const edit = useBulkForm(
    { chosen, onBegun },
    z.object({ names: tagNames }),
    { names: [] as string[] },
    ({ names }) => ({ kind, names }),
  )
  const isAdding = kind === 'tag'
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={isAdding ? `Add tags to ${partnersOf(chosen)}` : `Remove tags from ${partnersOf(chosen)}`}
      submitLabel={isAdding ? 'Add tags' : 'Remove tags'}
      pendingLabel="Saving..."
    >
      <TagsField isOpen={isAdding} />
    </EditDialog>
  )
}

/** Asks before partners are invited. They are emailed after some seconds, so that it can be taken back. */
export const useInviteQuestion = ({ chosen, onBegun }: BulkProps) => {
  const { mutate: begin } = useChangePartners()
  return question({
    title: `Invite ${partnersOf(chosen)}?`,
    description: `The emails go out after ${undoSeconds} seconds; until then you can undo it. We'll skip partners who are disabled, have signed in, have opted out of these emails, or got ${invitationsPerDay} invitations in the last day.`,
    confirmLabel: 'Invite',
    tone: 'primary',
    onConfirm: () => begin({ change: { kind: 'invite' }, chosen }, { onSuccess: onBegun }),
  })
}
