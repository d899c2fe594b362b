import { useAddressView } from '#client/lib/address-view.ts'
import { DialogHost } from '#client/ui/dialog-host.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { TypeList } from './type-list.tsx'
import { TypePage } from './type-page.tsx'

/** The types of agreement, or the one that the address names. */
export default function AgreementTypes({ user }: { user: CurrentUser }) {
  const view = useAddressView()
  const type = view.get('type')
  const isAdmin = user.role === 'admin'
  return (
    <DialogHost>
      {type ? (
        <TypePage key={type} type={type} isAdmin={isAdmin} back={view.with({ type: null })} />
      ) : (
        <TypeList isAdmin={isAdmin} linkTo={(id) => view.with({ type: id })} />
      )}
    </DialogHost>
  )
}
