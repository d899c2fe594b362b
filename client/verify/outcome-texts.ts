import type { LucideIcon } from 'lucide-react'
import {
  CircleAlert,
  FileQuestion,
  FileX,
  SearchX,
  ShieldAlert,
  ShieldCheck,
  ShieldX,
  WifiOff,
} from 'lucide-react'
import { formatDate, formatSize } from '#client/lib/format.ts'
import { maxFileSize } from '#contract/files/file-types.ts'
import type { VerificationState, VerifiedAgreement } from '#contract/verification.ts'
import type { Problem } from '#packages/sealed-pdf/check.ts'
import type { Outcome } from './outcome.ts'

export interface OutcomeText {
  tone: 'positive' | 'info' | 'caution' | 'danger'
  icon: LucideIcon
  title: string
  text: string
}

type OtherOutcome = Exclude<Outcome, { kind: 'found' } | { kind: 'too-many' }>

const others: Record<OtherOutcome['kind'], OutcomeText> = {
  changed: {
    tone: 'danger',
    icon: ShieldX,
    title: 'This file was changed after it was sealed',
    text: "Don't rely on it, whatever names and dates it shows. Ask for the original file.",
  },
  incomplete: {
    tone: 'caution',
    icon: FileX,
    title: 'This file is incomplete',
    text: 'The end is missing. The download was probably cut off. Download it again, or ask for the original, then check it here.',
  },
  'saved-again': {
    tone: 'caution',
    icon: ShieldX,
    title: 'The seal is gone because the file was saved again',
    text: "Saving, merging, splitting and printing a PDF make a new file, and only the original has an intact seal. Nobody can tell whether anything else was changed, so don't rely on this file. Ask for the original.",
  },
  'seal-missing': {
    tone: 'caution',
    icon: ShieldX,
    title: "This file has an agreement's code, but no seal",
    text: "If it's a copy, the seal is gone because the file was saved again, merged, split or printed. Anyone can print a code on a file of their own, so don't rely on this one. Ask for the original.",
  },
  'not-sealed': {
    tone: 'caution',
    icon: FileX,
    title: 'Not a sealed agreement',
    text: "This PDF has neither a seal nor a code from this portal. If it's a scan, a printout or some pages of a sealed agreement, ask for the original: only that can be checked.",
  },
  'sealed-elsewhere': {
    tone: 'danger',
    icon: ShieldAlert,
    title: 'Not an agreement from this portal',
    text: "This PDF has a seal, but it wasn't made by this portal. Anyone can make a seal of their own, so it proves nothing here.",
  },
  'unknown-file': {
    tone: 'caution',
    icon: ShieldAlert,
    title: 'Sealed by this portal, but not in its records',
    text: "The seal is intact, but the portal has no record of this file: it can't confirm who signed, or whether the agreement is in force. This is very rare. It can happen after records are restored from a backup. Ask the company before you rely on it.",
  },
  'unknown-code': {
    tone: 'caution',
    icon: SearchX,
    title: 'No agreement has this code',
    text: "Compare each character with the certificate page. If they match, the document isn't a sealed agreement from this portal.",
  },
  'too-large': {
    tone: 'caution',
    icon: FileX,
    title: 'This file is too large',
    text: `Files of up to ${formatSize(maxFileSize)} can be checked. A sealed agreement is much smaller.`,
  },
  empty: {
    tone: 'caution',
    icon: FileX,
    title: 'This file is empty',
    text: 'Download or copy the PDF again, then check it here.',
  },
  'not-a-pdf': {
    tone: 'caution',
    icon: FileX,
    title: 'This is not a PDF',
    text: 'Choose the PDF of the agreement as it was emailed or downloaded.',
  },
  several: {
    tone: 'caution',
    icon: FileQuestion,
    title: 'Choose one file at a time',
    text: 'No file was checked.',
  },
  folder: {
    tone: 'caution',
    icon: FileQuestion,
    title: 'This is a folder',
    text: 'Choose the PDF itself.',
  },
  unreadable: {
    tone: 'caution',
    icon: FileX,
    title: "This file can't be read",
    text: 'It may have been moved or changed since. Choose it again.',
  },
  insecure: {
    tone: 'caution',
    icon: ShieldAlert,
    title: "Files can't be checked at this address",
    text: 'Browsers check files on https pages only. Open this page over https, or enter the code below.',
  },
  unreachable: {
    tone: 'caution',
    icon: WifiOff,
    title: 'The portal cannot be reached',
    text: "We couldn't check anything yet. Check your connection and try again.",
  },
  failed: {
    tone: 'danger',
    icon: CircleAlert,
    title: "The check didn't work",
    text: 'Something went wrong on our side, which says nothing about the agreement. Try again.',
  },
}

/** The text for each problem of a changed file. */
export const problemTexts: Record<Problem, string> = {
  'file-start': 'Its beginning is not what was sealed.',
  'file-end': 'Its end is not what was sealed.',
  'signature-count': "It doesn't have exactly one seal.",
  structure: 'Its structure is not what was sealed.',
  'byte-range': "Its seal doesn't cover the whole file.",
  encoding: 'Its seal was changed.',
  content: 'Its content is not what was sealed.',
  signature: 'Its seal was not made with the key of its certificate.',
  timestamp: "Its timestamp doesn't belong to its seal.",
}

type Found = Record<VerificationState, (since: string) => OutcomeText>

const unchanged: Found = {
  'in-force': () => ({
    tone: 'positive',
    icon: ShieldCheck,
    title: 'Unchanged and in force',
    text: 'This file is exactly as this portal sealed it, and the agreement is in force.',
  }),
  upcoming: (since) => ({
    tone: 'caution',
    icon: ShieldCheck,
    title: 'Unchanged, and not in force yet',
    text: `This file is exactly as this portal sealed it. The agreement takes effect${since}.`,
  }),
  voided: (since) => ({
    tone: 'caution',
    icon: ShieldAlert,
    title: 'Unchanged, but voided',
    text: `This file is exactly as this portal sealed it, but the agreement was voided${since} and is no longer in force.`,
  }),
  ended: (since) => ({
    tone: 'caution',
    icon: ShieldAlert,
    title: 'Unchanged, but ended',
    text: `This file is exactly as this portal sealed it, but the agreement ended${since} and is no longer in force.`,
  }),
}

const compare =
  'Compare the details below with your document. Only the PDF itself shows whether it was changed.'

const byCode: Found = {
  'in-force': () => ({
    tone: 'info',
    icon: ShieldCheck,
    title: 'The agreement with this code is in force',
    text: compare,
  }),
  upcoming: (since) => ({
    tone: 'caution',
    icon: ShieldCheck,
    title: 'The agreement with this code is not in force yet',
    text: `It takes effect${since}. ${compare}`,
  }),
  voided: (since) => ({
    tone: 'caution',
    icon: ShieldAlert,
    title: 'The agreement with this code was voided',
    text: `It is no longer in force${since && `: it was voided${since}`}. ${compare}`,
  }),
  ended: (since) => ({
    tone: 'caution',
    icon: ShieldAlert,
    title: 'The agreement with this code has ended',
    text: `It is no longer in force${since && `: it ended${since}`}. ${compare}`,
  }),
}

// An agreement begins and ends with a day in UTC, while it is voided at a moment.
const sinceOf = ({ state, stateSince }: VerifiedAgreement) =>
  stateSince ? ` on ${formatDate(stateSince, state === 'voided' ? undefined : 'UTC')}` : ''

/** Returns the text that the company has signed since, for the PDF with only the partner's signature. */
const signedSince = ({ countersignature, companyName }: VerifiedAgreement) =>
  countersignature && !countersignature.isInPdf
    ? ` ${companyName} has signed since, on ${formatDate(countersignature.signedAt)}: there is a later PDF with both signatures.`
    : ''

/** Describes an outcome for the reader. */
export const outcomeText = (outcome: Outcome): OutcomeText => {
  if (outcome.kind === 'too-many')
    return {
      tone: 'caution',
      icon: CircleAlert,
      title: 'Too many checks from your network',
      text: outcome.message,
    }
  if (outcome.kind !== 'found') return others[outcome.kind]
  const { agreement, seal } = outcome
  const found = (seal ? unchanged : byCode)[agreement.state](sinceOf(agreement))
  return { ...found, text: found.text + signedSince(agreement) }
}
