import { readAgreementSource } from '#contract/documents/agreements/agreement-source.ts'

const sourceOf = (title: string) => `# ${title}

This agreement is made between {{companyName}} (the “Company”) and {{recipientCompany}} (the “Partner”).

## 1. What is agreed

1.1 Write here what the parties agree.

## Signatures

> For the Company: {{companyName}}

> For the Partner: {{recipientCompany}}

> Name: {{signerName}}

> Title: {{signerTitle}}

> Signature Date: {{signatureDate}}
`

/** Returns the first draft of a new type, which has only the parties and the block of signatures. */
export const firstDraft = (title: string) => ({
  title,
  blocks: readAgreementSource(sourceOf(title.replaceAll(/[{}]/g, ''))),
})
