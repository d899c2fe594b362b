import { amendmentType } from './agreements/agreement.ts'

/** The maximum number of agreements that one amendment amends. */
export const maxAmendedAgreements = 40

/** Whether the partner's business name has changed since an amendment of the name was prepared. */
export const isOutdatedAmendment = (
  { documentType, appendixA }: { documentType: string; appendixA: Record<string, string> | null },
  { businessName }: { businessName: string },
): boolean => documentType === amendmentType && appendixA?.recipientCompany !== businessName
