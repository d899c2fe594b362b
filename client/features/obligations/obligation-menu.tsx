import { Ban, Banknote, CircleCheck, RotateCcw } from 'lucide-react'
import { useIsStaff, useMayNotSign } from '#client/domain/current-user.ts'
import type { RowPartner } from '#client/domain/rows/rows.ts'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { Button } from '#client/ui/button.tsx'
import type { RenderDialog } from '#client/ui/dialog-host.tsx'
import { MenuItem } from '#client/ui/menu.tsx'
import { isOneOf, obligationKindLabels, passingKinds } from '#contract/obligations/kinds.ts'
import type { Obligation } from '#contract/obligations/obligations.ts'
import { DoneDialog, WaiveDialog } from './lazy-dialogs.ts'
import { useUpdateObligation } from './mutations.ts'
import { isMoney } from './obligation-words.ts'

/** Returns the dialog that records a payment toward an obligation. The page gives it, since payments are another feature. */
export type RecordPaymentFor = (obligation: Obligation) => RenderDialog

type ActionsProps = { obligation: Obligation }

/** The actions for an obligation: all of staff in a menu, the one of the partner who owes it as a button. */
export function ObligationActions({
  obligation,
  ...staff
}: ActionsProps & { partner?: RowPartner; recordPayment: RecordPaymentFor | undefined }) {
  const isStaff = useIsStaff()
  if (obligation.closedFor) return null
  if (isStaff) return <StaffMenu obligation={obligation} {...staff} />
  return obligation.owedBy === 'partner' && <PartnerAction obligation={obligation} />
}

type StaffMenuProps = ActionsProps & { partner?: RowPartner; recordPayment: RecordPaymentFor | undefined }

function StaffMenu({ obligation, partner, recordPayment }: StaffMenuProps) {
  const { mutate: update } = useUpdateObligation(obligation)
  const { status, kind, note, updatedAt } = obligation
  const isPayment = isMoney(obligation)
  return (
    <RowMenu name={obligationKindLabels[kind]} row={partner ? { partner } : {}}>
      {isPayment && recordPayment && (
        <MenuItem icon={Banknote} opens={recordPayment(obligation)}>
          Record payment…
        </MenuItem>
      )}
      {!isPayment && status !== 'done' && (
        <MenuItem
          icon={CircleCheck}
          opens={(opening) => <DoneDialog {...opening} obligation={obligation} takesFile />}
        >
          Mark done…
        </MenuItem>
      )}
      {(status === 'waived' || (status === 'done' && !isPayment)) && (
        <MenuItem
          icon={RotateCcw}
          // The note of what was waived is the reason for it, which no longer holds.
          onSelect={() => update({ status: 'open', note: status === 'waived' ? null : note, updatedAt })}
        >
          Reopen
        </MenuItem>
      )}
      {status === 'open' && (
        <MenuItem
          icon={Ban}
          tone="danger"
          opens={(opening) => <WaiveDialog {...opening} obligation={obligation} />}
        >
          Waive…
        </MenuItem>
      )}
    </RowMenu>
  )
}

function PartnerAction({ obligation }: ActionsProps) {
  const mayNotSign = useMayNotSign()
  const { mutate: update, isPending } = useUpdateObligation(obligation)
  const { status, kind, note, updatedAt } = obligation
  if (status === 'waived' || isMoney(obligation)) return null
  if (status === 'done') {
    return (
      <Button
        size="small"
        variant="quiet"
        pending={isPending}
        onClick={() => update({ status: 'open', note, updatedAt })}
      >
        Reopen<span className="sr-only">{`: ${obligationKindLabels[kind]}`}</span>
      </Button>
    )
  }
  // A last day passes by itself, so there is nothing to do about it.
  if (isOneOf(passingKinds, kind)) return null
  return (
    <Button
      size="small"
      opens={(opening) => <DoneDialog {...opening} obligation={obligation} takesFile={!mayNotSign} />}
    >
      Mark done…<span className="sr-only">{`: ${obligationKindLabels[kind]}`}</span>
    </Button>
  )
}
