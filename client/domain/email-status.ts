import type { EmailStatus } from '#contract/partners/record.ts'

export const emailStatusTones = {
  queued: 'neutral',
  sent: 'positive',
  failed: 'danger',
  bounced: 'danger',
  skipped: 'neutral',
} as const satisfies Record<EmailStatus, string>
