import { useQuery } from '@tanstack/react-query'
import { ChevronDown, CircleCheck, FileText } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { StandingBadge } from '#client/domain/agreement-standing.tsx'
import { useSerif } from '#client/domain/agreements/use-serif.ts'
import { Day } from '#client/domain/day.tsx'
import type { DraftSource } from '#client/domain/drafts/use-saved-draft.ts'
import { WithDraft } from '#client/domain/drafts/with-draft.tsx'
import { readOf } from '#client/lib/query-client.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton, TextSkeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { useFocusOfGoneRow } from '#client/ui/use-focus-of-gone-row.ts'
import { isOutdatedAmendment } from '#contract/documents/amendment-terms.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { agreementStart } from './agreement-prefill.ts'
import { DeclineButton } from './decline-button.tsx'
import { useAgreementText, useAgreementTexts, useOwnDocuments, useToday } from './queries.ts'
import { requiredDocuments } from './required-documents.ts'
import { DownloadButton, SignedAgreement, SignedBy, UnsignedCopy } from './signed-agreement.tsx'
import { SigningForm } from './signing-form.tsx'

type AgreementCardsProps = {
  /** The profile of the signing partner, which fills in fields of the agreements. */
  profile: PartnerProfile
  /** Chooses the agreements that are shown; by default those that onboarding requires. */
  choose?: (documents: PartnerDocument[]) => PartnerDocument[]
  /** Shown if there are no agreements to show. */
  empty?: ReactNode
  /** Renders what is below the agreements once all are signed. It takes the focus if the last one was just signed. */
  renderSigned?: (wasJustSigned: boolean) => ReactNode
}

/** The partner's own agreements to read and sign, one open at a time. */
export function AgreementCards({
  profile,
  choose = requiredDocuments,
  empty = <NoAgreements />,
  renderSigned,
}: AgreementCardsProps) {
  const documents = useOwnDocuments()
  const portal = useQuery(readOf('/api/portal'))
  const day = useToday()
  // The font of the agreements loads while they are read.
  useSerif()
  const failed = [documents, portal, day].find((query) => query.isError && !query.data)
  return (
    <QueryState
      query={{
        data:
          documents.data && portal.data && day.data
            ? { all: documents.data, companyName: portal.data.companyName, today: day.data.today }
            : undefined,
        isError: failed !== undefined,
        error: failed?.error ?? null,
        refetch: () => failed?.refetch(),
      }}
      loading={<CardSkeleton />}
      failure={{
        title: 'Your agreements could not be loaded',
        text: 'Everything you filled in and signed is safe. Check your connection.',
      }}
      empty={{ when: ({ all }) => choose(all).length === 0, show: empty }}
    >
      {({ all, companyName, today }) => (
        <Accordion
          all={all}
          chosen={choose(all)}
          profile={profile}
          companyName={companyName}
          today={today}
          renderSigned={renderSigned}
        />
      )}
    </QueryState>
  )
}

type AccordionProps = Pick<AgreementCardsProps, 'profile' | 'renderSigned'> & {
  all: PartnerDocument[]
  chosen: PartnerDocument[]
  companyName: string
  today: string
}

function Accordion({ all, chosen, profile, companyName, today, renderSigned }: AccordionProps) {
  useAgreementTexts(chosen.filter(({ status }) => status === 'pending').map(({ id }) => id))
  const open = chosen.filter(({ status }) => status === 'pending')
  // Agreements that the partner declined come last.
  const next = open.find(({ declinedAt }) => !declinedAt) ?? open[0]
  // Undefined until the user opens or closes a card: then the next agreement to sign is open. Null if no card is open.
  const [opened, setOpened] = useState<string | null>()
  const openId = opened === undefined ? next?.id : opened
  const [signedId, setSignedId] = useState<string>()
  const focusRef = useRef<HTMLButtonElement>(null)
  const movedAfterRef = useRef<string>(undefined)
  // The Decline button goes away after its dialog has returned the focus to it.
  const rows = useFocusOfGoneRow()

  useEffect(() => {
    // Until the list is read again, the agreement that was just signed is still the next one.
    if (!signedId || signedId === next?.id || signedId === movedAfterRef.current) return
    movedAfterRef.current = signedId
    // The focused button is gone with the signed agreement, so the focus moves to the next agreement.
    focusRef.current?.focus()
  }, [signedId, next?.id])

  const handleSigned = (id: string) => {
    setOpened(undefined)
    setSignedId(id)
  }

  return (
    <div {...rows} className="grid min-w-0 grid-cols-1 gap-4 outline-none">
      {chosen.map((document) => (
        <AgreementCard
          key={document.id}
          document={document}
          isOpen={document.id === openId}
          onToggle={() => setOpened(document.id === openId ? null : document.id)}
          titleRef={document.id === next?.id ? focusRef : undefined}
        >
          {document.status === 'signed' ? (
            <SignedAgreement document={document} className="max-h-[70dvh]" />
          ) : (
            <Signing
              document={document}
              all={all}
              profile={profile}
              companyName={companyName}
              today={today}
              onSigned={() => handleSigned(document.id)}
            />
          )}
        </AgreementCard>
      ))}
      {!next && renderSigned?.(signedId !== undefined)}
    </div>
  )
}

type SigningProps = Omit<AccordionProps, 'chosen' | 'renderSigned'> & {
  document: PartnerDocument
  onSigned: () => void
}

/** The form to sign an agreement, with the stored draft of its signer. */
function Signing(props: SigningProps) {
  if (isOutdatedAmendment(props.document, props.profile)) {
    return (
      <div className="p-4 sm:p-5">
        <Alert tone="caution" title="This amendment is out of date">
          The business name has changed since it was prepared. Ask the partner team for a new one.
        </Alert>
      </div>
    )
  }
  return (
    <WithDraft form={props.document.id} loading={<PaperSkeleton />}>
      {(source) => <SigningText {...props} source={source} />}
    </WithDraft>
  )
}

const PaperSkeleton = () => <TextSkeleton className="h-[calc(100dvh-9.5rem)]" />

/** Mounts the form again when staff change the text or the terms of the agreement. */
function SigningText({ document, all, profile, today, ...props }: SigningProps & { source: DraftSource }) {
  return (
    <QueryState
      query={useAgreementText(document.id)}
      loading={<PaperSkeleton />}
      failure={{ title: 'The agreement could not be loaded' }}
    >
      {(agreement) => {
        const { agreed, prefill } = agreementStart(document, agreement, profile, all, today)
        return (
          <SigningForm
            key={JSON.stringify([agreement.version, agreed])}
            document={document}
            agreement={agreement}
            userId={profile.userId}
            agreed={agreed}
            prefill={prefill}
            today={today}
            {...props}
          />
        )
      }}
    </QueryState>
  )
}

type AgreementCardProps = {
  document: PartnerDocument
  isOpen: boolean
  onToggle: () => void
  titleRef: React.Ref<HTMLButtonElement> | undefined
  children: ReactNode
}

/** One agreement: its title, which opens and closes it, and when it was signed. */
function AgreementCard({ document, isOpen, onToggle, titleRef, children }: AgreementCardProps) {
  const isSigned = document.status === 'signed'
  const { declinedAt } = document
  const id = `agreement-${document.id}`
  return (
    <section
      data-row
      aria-labelledby={id}
      className="min-w-0 scroll-mt-20 overflow-clip rounded-card border border-line bg-surface"
    >
      <header
        className={classNames(
          'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 max-sm:gap-x-1 sm:px-5',
          isOpen && 'border-line border-b',
        )}
      >
        {isSigned && <CircleCheck aria-hidden className="size-5 shrink-0 text-positive" />}
        <div className="min-w-0 grow basis-60">
          <h2 className="text-17">
            <button
              id={id}
              ref={titleRef}
              type="button"
              aria-expanded={isOpen}
              onClick={onToggle}
              className="inline-flex scroll-mt-20 items-center gap-2 rounded-mark text-left touch:min-h-11"
            >
              {document.documentTitle}
              <ChevronDown
                aria-hidden
                className={classNames('size-4 shrink-0 text-muted', isOpen && 'rotate-180')}
              />
            </button>
          </h2>
          {isSigned && (
            <p className="text-13 text-muted">
              <SignedBy document={document} exact />
            </p>
          )}
          {declinedAt && (
            <p className="text-13 text-muted">
              You declined this on <Day at={declinedAt} />. You can still sign it.
            </p>
          )}
        </div>
        {isSigned ? (
          <>
            {document.evidence && <DownloadButton {...document} />}
            <Button disabled>Signed</Button>
          </>
        ) : (
          <>
            {declinedAt ? <StandingBadge document={document} /> : <Badge tone="caution">Required</Badge>}
            {isOpen && <UnsignedCopy {...document} />}
            <DeclineButton document={document} />
          </>
        )}
      </header>
      {isOpen && children}
    </section>
  )
}

/** Shown until the agreements of a new profile have arrived. */
function NoAgreements() {
  const { refetch } = useOwnDocuments()
  return (
    <Card title="Agreements">
      <EmptyState
        icon={FileText}
        line="Your agreements will appear here."
        action={<Button onClick={() => refetch()}>Refresh</Button>}
      />
    </Card>
  )
}

function CardSkeleton() {
  return (
    <div role="status" className="rounded-card border border-line bg-surface p-5">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-6 w-80 max-w-full" />
      <TextSkeleton className="mt-6 h-[calc(100dvh-9.5rem)]" />
      <Skeleton className="mt-6 h-9 w-40" />
    </div>
  )
}
