import { AgreementTypes } from '#client/features/agreement-types/agreement-types.tsx'
import { GiveAgreement } from '#client/features/documents/give-agreement.tsx'
import type { CurrentUser } from '#contract/session/session.ts'

/** The types of agreement, each to be given to partners from where its text is. */
export default function Agreements({ user }: { user: CurrentUser }) {
  return <AgreementTypes user={user} renderActions={(details) => <GiveAgreement type={details} />} />
}
