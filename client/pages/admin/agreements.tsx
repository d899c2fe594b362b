import { Suspense } from 'react'
import { AgreementTable } from '#client/features/documents/list/agreement-table.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Loading } from '#client/ui/loading.tsx'
import type { CurrentUser } from '#contract/session/session.ts'

// The types are loaded on demand, because staff open them less often than the agreements.
const Types = lazyPart(() => import('./agreement-types.tsx'))

/** The Agreements tab: the agreements of all partners, and the types with their texts. */
export default function Agreements({ user }: { user: CurrentUser }) {
  const view = useAddressView()
  if (view.get('view') !== 'types' && !view.get('type')) return <AgreementTable user={user} />
  return (
    <Suspense fallback={<Loading />}>
      <Types user={user} />
    </Suspense>
  )
}
