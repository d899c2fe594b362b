import { type ReactNode, useEffect, useRef } from 'react'
import { partnersOpenedAmong, usePartnerDialog } from '#client/domain/opened.ts'
import { usePartner } from '#client/domain/queries.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { stepsOf } from '#client/ui/opened-steps.tsx'
import { TabLinks } from '#client/ui/tab-links.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import type { PartnerSummary } from '#contract/partners/record.ts'
import { LoadedRecord } from '../loaded-record.tsx'
import { usePartnerSummary } from '../queries.ts'

export type RecordSection = {
  /** The name of the section in the address, which omits it for the first section. */
  name: string
  label: string
  /** The number of open items in the section. */
  count?: { value: number; of: string } | undefined
  render: () => ReactNode
}

type PartnerRecordProps = {
  open: boolean
  /** Renders a summary of the partner, and the actions. */
  renderHead: (partner: AdminPartner, summary: PartnerSummary | undefined) => ReactNode
  sections: (partner: AdminPartner, summary: PartnerSummary | undefined) => RecordSection[]
  partnerId: string
  section: string
  onClose: () => void
  /** The dialogs that open on top of this one. */
  children?: ReactNode
}

/** Everything about a partner, section by section. The arrow keys move to the neighbors in the list from which the record was opened. */
export function PartnerRecord(props: PartnerRecordProps) {
  const { open, partnerId, section, renderHead, sections, onClose, children } = props
  const { exchange, linkToPart } = usePartnerDialog()
  const partner = usePartner(partnerId)
  const summary = usePartnerSummary(partnerId)
  const among = open ? partnersOpenedAmong() : []
  const at = among.indexOf(partnerId)
  const [before, after] = at < 0 ? [] : [among[at - 1], among[at + 1]]
  // The neighbors are read ahead, so that they show without delay.
  usePartner(before ?? null)
  usePartner(after ?? null)
  usePartnerSummary(before ?? null)
  usePartnerSummary(after ?? null)
  // The counts and actions depend on the summary, so nothing moves if both show at once.
  const shown = summary.isPending && !partner.isError ? { ...partner, data: undefined } : partner
  const bodyRef = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another partner or section begins at its top
  useEffect(() => {
    const body = bodyRef.current?.parentElement
    body?.scrollTo({ top: Math.min(body.scrollTop, sectionTop(bodyRef.current)) })
  }, [partnerId, section])

  const steps = stepsOf({
    what: 'partner',
    total: among.length,
    at,
    onStep: (to) => exchange(among[to] ?? partnerId),
  })

  const { fullName, businessName } = partner.data ?? {}
  return (
    <Dialog
      title={
        // On a phone, the title always has two lines, so that nothing moves when the names arrive.
        <>
          <span className="max-sm:block max-sm:truncate">{businessName ?? 'Partner'}</span>{' '}
          <span className="font-normal text-muted max-sm:block max-sm:truncate max-sm:text-15">
            {fullName ?? '\u00a0'}
          </span>
        </>
      }
      actions={steps.buttons}
      size="large"
      isReadOnly
      isLive
      open={open}
      onOpenChange={onClose}
      onKeyDown={steps.handleKeyDown}
    >
      <div ref={bodyRef}>
        <LoadedRecord what="partner" query={shown}>
          {(data) => {
            const all = sections(data, summary.data)
            const current = all.find(({ name }) => name === section) ?? all[0]
            return (
              <>
                {renderHead(data, summary.data)}
                <TabLinks
                  label="Partner sections"
                  className="sticky -top-5 z-10 -mx-4 mt-4 bg-raised px-1 max-sm:mask-x-from-[calc(100%-1.5rem)] sm:-mx-6 sm:px-3"
                  tabs={all.map((each, index) => ({
                    label: each.label,
                    count: each.count,
                    isCurrent: each === current,
                    link: linkToPart('section', index === 0 ? null : each.name),
                  }))}
                />
                <section key={`${data.id} ${current?.name}`} aria-label={current?.label} className="pt-5">
                  {current?.render()}
                </section>
              </>
            )
          }}
        </LoadedRecord>
      </div>
      {children}
    </Dialog>
  )
}

/** Returns how far the sections are below the top of the dialog's body. */
const sectionTop = (body: HTMLElement | null) => body?.querySelector('nav')?.offsetTop ?? 0
