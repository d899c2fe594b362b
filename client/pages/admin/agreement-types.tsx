import { AgreementTypes } from '#client/features/agreement-types/agreement-types.tsx'
import { GiveAgreement } from '#client/features/documents/give-agreement.tsx'
import type { CurrentUser } from '#contract/session/session.ts'

/** The agreement types. Each one's details include the action that gives the agreement to partners. */
export default function AgreementTypesPage({ user }: { user: CurrentUser }) {
  return <AgreementTypes user={user} renderActions={(details) => <GiveAgreement type={details} />} />
}
