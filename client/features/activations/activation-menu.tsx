import {
  CalendarCheck,
  CalendarX,
  CircleCheck,
  ListPlus,
  Pencil,
  RotateCcw,
  Trash2,
  UserPlus,
} from 'lucide-react'
import { type ActivationRow, partnerLabel, type StaffSectionProps } from '#client/domain/rows/rows.ts'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { useNow } from '#client/lib/use-now.ts'
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { question } from '#client/ui/question.tsx'
import { hasBegun, isPast } from './activation-times.ts'
import { ActivationDialog, AddPartnersDialog, AddPlanDialog } from './lazy-dialogs.ts'
import { useDeleteActivation, useSetStage } from './mutations.ts'

type ActivationMenuProps = Pick<StaffSectionProps, 'partner'> & {
  activation: ActivationRow
  onDeleted?: () => void
}

/** The menu of actions of staff for an activation. */
export function ActivationMenu({ activation, partner, onDeleted }: ActivationMenuProps) {
  const { mutate: deleteActivation } = useDeleteActivation(activation)
  const owner = partner ?? activation.partner
  const audience = owner ? partnerLabel(owner) : 'The partner'

  const deleteQuestion = question({
    title: `Delete ${activation.name}?`,
    description: activation.isShared
      ? `Only the part of ${audience} is deleted. The other partners of the event keep theirs. This action cannot be undone.`
      : `${audience} will no longer see this activation. This action cannot be undone.`,
    confirmLabel: 'Delete',
    onConfirm: () => {
      onDeleted?.()
      deleteActivation()
    },
  })

  return (
    <RowMenu name={activation.name} row={activation}>
      <MenuItem
        icon={Pencil}
        opens={(opening) => <ActivationDialog {...opening} activation={activation} partner={partner} />}
      >
        Edit
      </MenuItem>
      {!activation.plan && activation.stage !== 'canceled' && (
        <MenuItem icon={ListPlus} opens={(opening) => <AddPlanDialog {...opening} activation={activation} />}>
          Add plan…
        </MenuItem>
      )}
      <MenuItem
        icon={UserPlus}
        opens={(opening) => <AddPartnersDialog {...opening} activation={activation} />}
      >
        Add partners…
      </MenuItem>
      <StageItems activation={activation} audience={audience} />
      <MenuSeparator />
      <MenuItem icon={Trash2} tone="danger" opens={deleteQuestion}>
        Delete
      </MenuItem>
    </RowMenu>
  )
}

/** The actions that take an activation to another stage. */
function StageItems({ activation, audience }: { activation: ActivationRow; audience: string }) {
  const now = useNow()
  const { mutate: setStage } = useSetStage(activation)
  const { stage, name, isShared, plan } = activation

  if (stage === 'canceled') {
    return (
      <MenuItem icon={RotateCcw} onSelect={() => setStage('planned')}>
        Plan again
      </MenuItem>
    )
  }
  if (stage === 'done') return null

  const cancelQuestion = question({
    title: `Cancel ${name}?`,
    description: `${audience} will see that it is canceled.${isShared ? ' It stays as it is for the other partners of the event.' : ''} ${plan ? ' The open tasks of its plan are withdrawn.' : ''} You can plan it again later${plan ? ', and the tasks come back' : ''}.`,
    confirmLabel: 'Cancel event',
    dismissLabel: 'Keep event',
    onConfirm: () => setStage('canceled'),
  })

  return (
    <>
      {stage === 'planned' && !isPast(activation, now) && (
        <MenuItem icon={CircleCheck} onSelect={() => setStage('confirmed')}>
          Mark as confirmed
        </MenuItem>
      )}
      {hasBegun(activation, now) && (
        <MenuItem icon={CalendarCheck} onSelect={() => setStage('done')}>
          Mark as done
        </MenuItem>
      )}
      <MenuItem icon={CalendarX} opens={cancelQuestion}>
        Cancel event…
      </MenuItem>
    </>
  )
}
