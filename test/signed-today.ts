import { exampleContractValues, exampleNdaValues } from '#contract/documents/agreements/example-values.ts'

const today = new Date().toISOString().slice(0, 10)

/** The example agreements as they are filled in and signed today. */
export const ndaSignedToday = { ...exampleNdaValues, signatureDate: today }
export const contractSignedToday = { ...exampleContractValues, partnershipSignatureDate: today }
