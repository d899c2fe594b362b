import { MailX, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { EmailState } from '#client/domain/email-state.tsx'
import { LinkedText } from '#client/domain/linked-text.tsx'
import { useEmailDialog } from '#client/domain/opened.ts'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { Button } from '#client/ui/button.tsx'
import { DetailsDialog } from '#client/ui/details-dialog.tsx'
import { Fact, Titled } from '#client/ui/facts.tsx'
import { TextSkeleton } from '#client/ui/loading.tsx'
import type { EmailDetails } from '#contract/emails.ts'
import { type EmailStatus, emailTypeLabels } from '#contract/partners/email-status.ts'
import { useSendEmailAgain } from './mutations.ts'
import { useEmail } from './queries.ts'

type EmailDialogProps = {
  emailId: string
  open: boolean
  onClose: () => void
  /** The dialogs that open on top of this one. */
  children: ReactNode
}

/** An email: its text, its delivery, and a button that sends it again. */
export function EmailDialog({ emailId, ...opening }: EmailDialogProps) {
  return (
    <DetailsDialog
      {...opening}
      query={useEmail(emailId)}
      what="email"
      titleOf={({ subject }) => subject}
      descriptionOf={({ type }) => emailTypeLabels[type] ?? 'Email'}
      size="roomy"
      className="min-h-96"
      loading={<EmailSkeleton />}
      gone={{ icon: MailX, line: 'This email is no longer in the log.' }}
      renderDetails={(email) => (
        <div className="grid grid-cols-1 gap-x-8 gap-y-6 pb-6 sm:grid-cols-[minmax(0,1fr)_17rem]">
          <div className="grid min-w-0 grid-cols-1 content-start gap-6">
            <WhatItSaid email={email} />
            <SendAgain email={email} />
          </div>
          <Facts email={email} />
        </div>
      )}
    />
  )
}

function WhatItSaid({ email: { text, status } }: { email: EmailDetails }) {
  return (
    <Titled title={status === 'sent' ? 'What it said' : 'What it says'}>
      {text === null ? (
        <p className="text-muted">
          {status === 'queued'
            ? 'It has not been written yet.'
            : 'Not kept: it was never written, or it has a private code or link.'}
        </p>
      ) : (
        <div className="wrap-anywhere whitespace-pre-wrap rounded-card border border-line bg-surface p-4">
          <LinkedText text={text} />
        </div>
      )}
    </Titled>
  )
}

function SendAgain({ email: { id, sendAgainProblem } }: { email: EmailDetails }) {
  const { mutate: sendAgain, isPending } = useSendEmailAgain(id)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        icon={Send}
        pending={isPending}
        disabled={sendAgainProblem !== null}
        onClick={() => sendAgain()}
      >
        Send again
      </Button>
      <p className="min-w-0 text-13 text-muted">
        {sendAgainProblem ?? "Goes to the recipient's current address."}
      </p>
    </div>
  )
}

const errorLabels: Partial<Record<EmailStatus, string>> = {
  retrying: 'Why the last attempt failed',
  refused: 'Why it was refused',
  bounced: 'Why it bounced',
  skipped: 'Why it was not sent',
}

function Facts({ email }: { email: EmailDetails }) {
  const { linkTo } = useEmailDialog()
  const { status, error, recipient, partner, createdAt, sentAt, attempts, messageId, resendOf, resends } =
    email
  return (
    <dl className="grid grid-cols-1 content-start gap-4">
      <Fact label="Status">
        <EmailState {...email} />
      </Fact>
      {error && <Fact label={errorLabels[status] ?? 'Why it failed'}>{error}</Fact>}
      <Fact label="To">
        {recipient}
        {partner && (
          <PartnerLink
            partnerId={partner.id}
            className="block rounded-mark text-13 text-link hover:underline touch:py-3"
          >
            {`${partner.fullName}, ${partner.businessName}`}
          </PartnerLink>
        )}
      </Fact>
      <Fact label="Queued">
        <Day at={createdAt} exact />
      </Fact>
      {sentAt && (
        <Fact label="Sent">
          <Day at={sentAt} exact />
        </Fact>
      )}
      <Fact label="Attempts">{attempts}</Fact>
      {messageId && (
        <Fact label="Message-ID">
          <code className="text-13">{messageId}</code>
        </Fact>
      )}
      {resendOf && (
        <Fact label="Sent again from">
          <EmailLink {...linkTo(resendOf)}>The first email</EmailLink>
        </Fact>
      )}
      {resends.length > 0 && (
        <Fact label="Sent again">
          {resends.map(({ id, createdAt: at }) => (
            <EmailLink key={id} {...linkTo(id)}>
              <Day at={at} exact />
            </EmailLink>
          ))}
        </Fact>
      )}
    </dl>
  )
}

const EmailLink = (link: { href: string; state: unknown; children: ReactNode }) => (
  <Link {...link} className="block w-fit rounded-mark text-link hover:underline touch:py-3" />
)

const EmailSkeleton = () => (
  <div className="grid grid-cols-1 gap-4 sm:grid-cols-[minmax(0,1fr)_17rem]">
    <TextSkeleton className="h-64 w-full" />
    <TextSkeleton className="h-64 w-full max-sm:hidden" />
  </div>
)
