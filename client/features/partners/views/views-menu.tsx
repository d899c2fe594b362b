import { Bookmark } from 'lucide-react'
import { useLocation } from 'wouter'
import { addressOfView, useViewCounts, useViews } from '#client/domain/views/views.ts'
import { formatNumber } from '#client/lib/format.ts'
import { IconButton } from '#client/ui/button.tsx'
import { Menu, MenuItem } from '#client/ui/menu.tsx'

/** The menu with the saved views, for screens on which the rail with them has no room. */
export function ViewsMenu() {
  const [, navigate] = useLocation()
  const { data: views = [] } = useViews()
  const counts = useViewCounts()
  if (views.length === 0) return null
  return (
    <div className="lg:hidden">
      <Menu trigger={<IconButton icon={Bookmark} variant="secondary" label="Views" />}>
        {views.map((view) => (
          <MenuItem key={view.id} onSelect={() => navigate(addressOfView(view))}>
            <span className="min-w-0 flex-1 break-words">{view.name}</span>
            <span className="text-13 text-muted tabular-nums">{formatNumber(counts?.[view.id] ?? 0)}</span>
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}
