import type { PartnerDocument } from '#contract/documents/documents.ts'

/** "NDA Agreement". */
export const documentTitle = ({ documentType }: Pick<PartnerDocument, 'documentType'>) =>
  `${documentType.replaceAll('_', ' ').toUpperCase()} Agreement`
