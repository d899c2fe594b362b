import { Button } from '#client/ui/button.tsx'
import { RemindDialog } from './lazy-dialog.ts'
import type { Reminder } from './remind-dialog.tsx'

/** Opens the reminder to all partners for whom something of what it is about is open. */
export const RemindButton = ({ about }: Pick<Reminder, 'about'>) => (
  <Button size="small" opens={(opening) => <RemindDialog {...opening} reminder={{ about }} />}>
    Remind…
  </Button>
)
