import { exampleContractValues, exampleNdaValues } from '#contract/documents/agreements/example-values.ts'

const today = new Date().toISOString().slice(0, 10)

/** The bodies of requests that sign the example agreements. */
export const signing = {
  nda: {
    documentType: 'nda',
    signatureData: { ...exampleNdaValues, signatureDate: today, digitalSignature: 'Dana Whitfield' },
  },
  venue_partnership_agreement: {
    documentType: 'venue_partnership_agreement',
    signatureData: {
      ...exampleContractValues,
      partnershipSignatureDate: today,
      digitalSignature: 'Dana Whitfield',
    },
  },
} as const
