import { useRef } from 'react'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { useRowKeys } from '#client/lib/use-row-keys.ts'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import { useLeavingRows } from '#client/ui/leaving-rows.tsx'
import { AttentionLine, type LineProps, useItemActions } from './attention-line.tsx'

type AttentionListProps = {
  lines: LineProps[]
  /** The name of what is listed; when it changes, no leaving lines stay. */
  list: string
  isByPartner: boolean
}

/** The lines of what waits. j and k move between them, Enter opens one, e marks it as done, and s snoozes it. */
export function AttentionList({ lines, list, isByPartner }: AttentionListProps) {
  const listRef = useRef<HTMLDivElement>(null)
  const openDialog = useOpenDialog()
  const actions = useItemActions()
  const { rows = [], leavingOf } = useLeavingRows(
    lines.map((line) => ({ ...line, id: line.item.rowId })),
    { list },
  )
  const actOn = (act: (item: LineProps['item']) => void) => (rowId: string) => {
    const row = rows.find(({ id }) => id === rowId)
    if (row?.item.canMark && !leavingOf(row)) act(row.item)
  }
  useRowKeys(listRef, {
    keys: {
      e: actOn((item) => (item.mark ? actions.handleBringBack(item) : actions.handleDone(item))),
      s: actOn((item) => item.mark ?? openDialog(actions.snoozeOf(item))),
    },
  })

  const shown = (some: typeof rows, label: string) => (
    <ul aria-label={label} className="divide-y divide-line">
      {some.map((row) => (
        <AttentionLine key={row.id} {...row} actions={actions} leaving={leavingOf(row)} />
      ))}
    </ul>
  )
  const groups = Map.groupBy(rows, ({ item }) => item.partner?.id)
  return (
    <div ref={listRef} data-row-keys className="divide-y divide-line">
      {isByPartner
        ? [...groups].map(([partnerId, some]) => {
            const partner = some[0]?.item.partner
            return (
              <section key={partnerId ?? 'none'}>
                <h3 className="bg-sunken/60 px-4 py-1.5 text-13 text-muted sm:px-5">
                  {partner ? (
                    <PartnerLink partnerId={partner.id}>{partner.businessName}</PartnerLink>
                  ) : (
                    'Other'
                  )}
                </h3>
                {shown(some, partner?.businessName ?? 'Other')}
              </section>
            )
          })
        : shown(rows, 'What waits')}
    </div>
  )
}
