import { ActivationDetails } from '#client/features/activations/activation-details.tsx'
import { isStaff } from '#contract/users/roles.ts'
import type { OpenedProps } from './opened-props.ts'

export default function OpenedActivation({ user, id, children, ...opening }: OpenedProps) {
  return (
    <ActivationDetails key={id} activationId={id} isStaff={isStaff(user.role)} {...opening}>
      {children}
    </ActivationDetails>
  )
}
