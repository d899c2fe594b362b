import { Check, Clock, EllipsisVertical, type LucideIcon, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Ago, Day } from '#client/domain/day.tsx'
import { SnoozeDialog } from '#client/domain/snooze/lazy-dialog.ts'
import type { LeavingRow } from '#client/lib/leaving-rows.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { RenderDialog } from '#client/ui/dialog-host.tsx'
import { LeavingNote } from '#client/ui/leaving-rows.tsx'
import { Menu, MenuItem } from '#client/ui/menu.tsx'
import { useStepsLink } from '#client/ui/opened-steps.tsx'
import type { AttentionItem } from './attention-item.ts'
import { useBringBack, useMarkItem } from './mutations.ts'

export type LinkProps = { href: string; state?: unknown }
export type LineProps = {
  icon: LucideIcon
  title: ReactNode
  note: ReactNode
  action: { label: string; of: string } & (LinkProps | { opens: RenderDialog })
  item: AttentionItem
}

/** Returns what can be done with an item apart from its own action. */
export const useItemActions = () => {
  const mark = useMarkItem()
  const bringBack = useBringBack()
  return {
    handleDone: (item: AttentionItem) => mark.mutate({ item, until: null }),
    handleBringBack: (item: AttentionItem) => bringBack.mutate({ item }),
    snoozeOf:
      (item: AttentionItem): RenderDialog =>
      (opening) => (
        <SnoozeDialog
          {...opening}
          what={item.name}
          description={`It comes back for everyone at that time, or when ${item.kind === 'conversations' ? 'the partner writes' : 'it happens again'}.`}
          onSnooze={(until) => mark.mutateAsync({ item, until })}
        />
      ),
  }
}

export type ItemActions = ReturnType<typeof useItemActions>

type AttentionLineProps = LineProps & { actions: ItemActions; leaving: LeavingRow | undefined }

/** A line of what needs attention, with its actions. */
export function AttentionLine({ icon: Icon, title, note, item, leaving, ...line }: AttentionLineProps) {
  const noteId = `attention ${item.rowId}`.replaceAll(' ', '-')
  return (
    <li data-row-id={item.rowId} className="flex min-h-11 items-center gap-3 px-4 py-1 sm:px-5 sm:py-0.5">
      <Icon aria-hidden className="size-4 shrink-0 text-caution" />
      <div id={noteId} className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
        <p data-lead className="truncate font-medium sm:max-w-3/5 sm:shrink-0">
          {title}
        </p>
        <p className={classNames('text-13 text-muted', item.mark ? 'sm:truncate' : 'truncate')}>
          {item.mark ? <MarkNote mark={item.mark} /> : note}
        </p>
      </div>
      {leaving ? <LeavingNote row={leaving} describedBy={noteId} /> : <LineActions {...line} item={item} />}
    </li>
  )
}

function LineActions({ action, item, actions }: Pick<AttentionLineProps, 'action' | 'item' | 'actions'>) {
  const of = `${item.name}${item.partner ? ` of ${item.partner.businessName}` : ''}`
  const handleDone = () => actions.handleDone(item)
  if (item.mark) {
    return (
      <Button size="small" icon={Undo2} onClick={() => actions.handleBringBack(item)}>
        Bring back<span className="sr-only"> {of}</span>
      </Button>
    )
  }
  const label = (
    <>
      {action.label}
      <span className="sr-only"> {action.of}</span>
    </>
  )
  return (
    <div data-lead className="flex shrink-0 items-center gap-1">
      {'opens' in action ? (
        <Button size="small" opens={action.opens}>
          {label}
        </Button>
      ) : (
        <ActionLink {...action}>{label}</ActionLink>
      )}
      {item.canMark && (
        <>
          <IconButton
            icon={Check}
            label={`Done: ${of}`}
            pending={false}
            onClick={handleDone}
            className="max-sm:hidden"
          />
          <Menu trigger={<IconButton icon={EllipsisVertical} label={`Actions for ${of}`} />}>
            <MenuItem icon={Check} onSelect={handleDone}>
              Done
            </MenuItem>
            <MenuItem icon={Clock} opens={actions.snoozeOf(item)}>
              Snooze...
            </MenuItem>
          </Menu>
        </>
      )}
    </div>
  )
}

function ActionLink({ href, state, children }: LinkProps & { children: ReactNode }) {
  return (
    <Button asChild size="small">
      <Link {...useStepsLink({ href, state })}>{children}</Link>
    </Button>
  )
}

/** Says who marked an item, and when it comes back. */
function MarkNote({ mark: { until, at, by } }: { mark: NonNullable<AttentionItem['mark']> }) {
  const now = useNow()
  if (until) {
    return (
      <>
        Snoozed until <Day at={until} />
        {by && ` by ${by}`}
      </>
    )
  }
  return (
    <>
      {`Done${by ? ` by ${by}` : ''} `}
      <Ago at={at} now={now} />
    </>
  )
}
