import type { RowPartner } from './rows/rows.ts'

export const partnerLabel = ({ fullName, businessName }: Omit<RowPartner, 'id'>) =>
  `${fullName} · ${businessName}`
