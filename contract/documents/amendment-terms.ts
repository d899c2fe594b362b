import { amendmentType } from './agreements/agreement.ts'

/** The maximum number of agreements that one amendment amends. */
export const maxAmendedAgreements = 40

/** Whether the partner's business name has changed since an amendment of the name was prepared. */
export const isOutdatedAmendment = (
  { documentType, appendixA }: { documentType: string; appendixA: Record<string, string> | null },
  { businessName }: { businessName: string },
): boolean => documentType === amendmentType && appendixA?.recipientCompany !== businessName

/** What an amendment waits for, or why it is not signed. The partner can still sign one that they declined, and none that is out of date. */
export const waitingAmendmentStates = ['partner', 'company', 'declined', 'outdated'] as const
export type WaitingAmendmentState = (typeof waitingAmendmentStates)[number]
