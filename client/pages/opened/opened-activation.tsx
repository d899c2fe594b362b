import { ActivationDetails } from '#client/features/activations/activation-details.tsx'
import { isStaff } from '#contract/users/roles.ts'
import type { OpenedProps } from './opened-props.ts'

/** The dialog of an activation, for its partner and for staff. */
export default function OpenedActivation({ user, id, ...opening }: OpenedProps) {
  return <ActivationDetails key={id} activationId={id} isStaff={isStaff(user.role)} {...opening} />
}
