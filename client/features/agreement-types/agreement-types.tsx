import type { ReactNode } from 'react'
import { useAddressView } from '#client/lib/address-view.ts'
import type { AgreementTypeDetails } from '#contract/agreement-types.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { TypeList } from './type-list.tsx'
import { TypePage } from './type-page.tsx'

type AgreementTypesProps = {
  user: CurrentUser
  /** The buttons for what staff can do with agreements of a type. */
  renderActions: (details: AgreementTypeDetails) => ReactNode
}

/** The list of agreement types, or the page of the type that the address names. */
export function AgreementTypes({ user, renderActions }: AgreementTypesProps) {
  const view = useAddressView()
  const type = view.get('type')
  const isAdmin = user.role === 'admin'
  if (!type) return <TypeList isAdmin={isAdmin} linkTo={(id) => view.with({ type: id })} />
  return (
    <TypePage
      key={type}
      type={type}
      user={user}
      back={view.with({ view: 'types', type: null })}
      renderActions={renderActions}
    />
  )
}
