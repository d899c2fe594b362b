import { Ellipsis, Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Menu } from '#client/ui/menu.tsx'
import type { RowPartner } from './rows.ts'

/** In the head of a section: creates a row. */
export const AddButton = (button: Pick<ComponentProps<typeof Button>, 'onClick' | 'opens' | 'children'>) => (
  <Button icon={Plus} size="small" {...button} />
)

type RowMenuProps = { name: string; row: { partner?: RowPartner }; children: ReactNode }

/** At the end of a row: a button with the menu of what staff can do with it. */
export function RowMenu({ name, row, children }: RowMenuProps) {
  const owner = row.partner ? ` of ${row.partner.businessName}` : ''
  return (
    // As far out as the padding of the icon, and no higher than the text of the row.
    <div className="-my-1 -mr-2.5">
      <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${name}${owner}`} />}>{children}</Menu>
    </div>
  )
}
