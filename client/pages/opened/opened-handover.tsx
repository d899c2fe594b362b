import { HandoverDialog } from '#client/features/users/handover/handover-dialog.tsx'
import type { OpenedProps } from './opened-props.ts'

/** The dialog in which staff hand over what one of them is responsible for. */
export default function OpenedHandover({ id, user: _user, ...opening }: OpenedProps) {
  return <HandoverDialog key={id} userId={id} {...opening} />
}
