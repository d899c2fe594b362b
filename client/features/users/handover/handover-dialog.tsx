import { CircleCheck } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Dialog } from '#client/ui/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { SubmitFooter } from '#client/ui/form-dialog.tsx'
import { kindsIn } from '#contract/belongings.ts'
import { HandoverChoice } from './handover-choice.tsx'
import { useHandover } from './use-handover.ts'

type HandoverDialogProps = { userId: string; open: boolean; onClose: () => void; children: ReactNode }

/** Hands over what a member of staff, or somebody who was one, is responsible for. Their access stays as it is. */
export function HandoverDialog({ userId, open, onClose, children }: HandoverDialogProps) {
  const handover = useHandover(userId)
  const [wasTried, setTried] = useState(false)
  const { name, counts = {} } = handover.belongings.data ?? {}

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!handover.isChosen) return
    try {
      await handover.run()
    } catch {
      // The toast says what failed, and the dialog stays for another choice.
      return
    }
    onClose()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      size="details"
      isGuarded={handover.isChosen}
      title={name ? `Hand over the work of ${name}` : 'Hand over'}
    >
      <form onSubmit={handleSubmit} className="grid grid-cols-1 gap-5">
        <HandoverChoice
          handover={handover}
          none={{
            label: 'Choose a person',
            hint: 'Only what is open is handed over. What is done stays as it is.',
          }}
          error={wasTried && !handover.isChosen ? 'Choose who takes it over' : undefined}
          empty={<EmptyState icon={CircleCheck} line="Nothing to hand over" />}
        />
        {kindsIn(counts).length > 0 && <SubmitFooter isPending={handover.isPending} label="Hand over" />}
      </form>
      {children}
    </Dialog>
  )
}
