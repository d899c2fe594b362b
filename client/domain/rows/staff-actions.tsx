import { Ellipsis, Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Menu } from '#client/ui/menu.tsx'
import type { RowPartner } from './rows.ts'

/** The button in the head of a section that creates a row. */
export const AddButton = (button: Pick<ComponentProps<typeof Button>, 'onClick' | 'opens' | 'children'>) => (
  <Button icon={Plus} size="small" {...button} />
)

type RowMenuProps = { name: string; row: { partner?: RowPartner }; children: ReactNode }

/** The button at the end of a row that opens the menu of staff actions. */
export function RowMenu({ name, row, children }: RowMenuProps) {
  const owner = row.partner ? ` of ${row.partner.businessName}` : ''
  return (
    // The negative margins offset the padding of the icon and make the button no higher than the text of the row.
    <div className="-my-1 -mr-2.5">
      <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${name}${owner}`} />}>{children}</Menu>
    </div>
  )
}
