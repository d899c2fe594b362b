import type { ReactNode } from 'react'

type EmailPreviewProps = {
  email: { recipient: string; subject: string; heading: string }
  /** The text below the heading. */
  children: ReactNode
}

/** An email as its reader will see it, in a form that sends it. */
export const EmailPreview = ({ email: { recipient, subject, heading }, children }: EmailPreviewProps) => (
  <section
    aria-label="Preview of the email"
    className="wrap-anywhere grid gap-2 rounded-card border border-line bg-sunken px-4 py-3 text-13"
  >
    <p className="text-muted">{`To ${recipient} · ${subject}`}</p>
    <p className="font-medium text-15">{heading}</p>
    {children}
  </section>
)
