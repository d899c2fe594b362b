import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAddressView } from '#client/lib/address-view.ts'
import { Button } from '#client/ui/button.tsx'
import { ViewLinks } from '#client/ui/view-links.tsx'
import { ActivationDialog } from '../lazy-dialogs.ts'

type ActivationHeadActionsProps = {
  chosen: 'table' | 'month'
  /** The actions of the view itself. */
  children?: ReactNode
}

/** The views of the Activations tab, and the button that creates an activation. The filters of the table stay in the address. */
export function ActivationHeadActions({ chosen, children }: ActivationHeadActionsProps) {
  const view = useAddressView()
  const views = [
    { label: 'Table', href: view.with({ view: null, calendar: null }), isChosen: chosen === 'table' },
    { label: 'Month', href: view.with({ view: 'month' }), isChosen: chosen === 'month' },
  ]
  return (
    <>
      <ViewLinks views={views} from="sm" />
      {children}
      <Button
        icon={Plus}
        variant="primary"
        opens={(opening) => <ActivationDialog {...opening} activation={null} partner={null} />}
      >
        <span className="max-sm:sr-only">Create Activation</span>
      </Button>
    </>
  )
}
