import { writtenTerm } from '#client/domain/appendix-a-terms.ts'
import { formatCount, formatDate, formatDateTime, formatNumber, formatSize } from '#client/lib/format.ts'
import { describeBrowser } from '#contract/account/browser-name.ts'
import type { RefusalReason } from '#contract/audit-actions.ts'
import {
  type AgreementField,
  agreementFields,
  onboardingNames,
} from '#contract/documents/agreements/agreement.ts'
import { agreementForms } from '#contract/documents/agreements/agreement-forms.ts'
import { parseCalendarDate } from '#contract/documents/agreements/calendar-date.ts'
import { documentStatusLabels } from '#contract/documents/document-status.ts'
import { ownValue } from '#contract/own-value.ts'
import { communicationMethodLabels, onboardingStatusLabels } from '#contract/partners/labels.ts'
import { type ProfileField, profileFieldList } from '#contract/partners/profile-fields.ts'
import { states } from '#contract/partners/us-states.ts'
import { categoryLabels } from '#contract/resources/categories.ts'
import { taskStatusLabels, taskTypeLabels } from '#contract/task-status.ts'
import { roleLabels } from '#contract/users/roles.ts'

const terms = new Map<string, AgreementField>(
  agreementFields(agreementForms.venue_partnership_agreement).map((field) => [field.name, field]),
)

const profile = new Map<string, ProfileField>(profileFieldList.map((field) => [field.name, field]))

/** Labels that cannot be derived from the name of the field. */
const labels: Record<string, string> = {
  disabledAt: 'Disabled since',
  profileImageUrl: 'Picture',
  userId: 'User',
  partnerId: 'Partner',
  folderId: 'Folder',
  documentType: 'Agreement',
  signedAt: 'Signed',
  endsAt: 'Ends',
  publishAt: 'Publishes',
  body: 'Text',
  resources: 'Materials',
  filePath: 'Stored as',
  sha256: 'Checksum (SHA-256)',
  assignedPartnerIds: 'For these partners',
  assignedGroup: 'For the group',
  assignedViewId: 'For the view',
  isShared: 'Shared with all staff',
  hasThumbnail: 'Has a thumbnail',
  address: 'Network address',
  sessionId: 'Session',
  isComplete: 'Complete',
}

/** Turns a name such as `marketingContact` into "Marketing contact". */
const labelFromName = (name: string) => {
  const label = name.replaceAll('_', ' ').replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return label.charAt(0).toUpperCase() + label.slice(1)
}

export const fieldLabel = (name: string) =>
  terms.get(name)?.label ?? profile.get(name)?.heading ?? ownValue(labels, name) ?? labelFromName(name)

const signInMethodLabels = {
  code: 'Emailed code',
  link: 'Emailed link',
  provider: 'OpenID provider',
  passkey: 'Passkey',
  demo: 'Demo account',
}

const refusalLabels: Record<RefusalReason, string> = {
  wrong_code: 'Wrong code',
  codes_off: 'Too many wrong codes within a day',
  other_browser: 'Link opened in another browser',
  wrong_passkey: 'Passkey not accepted',
  disabled: 'The account is disabled',
}

const signOutLabels = { sign_out: 'Signed out', next_sign_in: 'Signed in again in the same browser' }

/** The labels of the values that some fields can have. */
const valueLabels: Record<string, Record<string, string>> = {
  role: roleLabels,
  category: categoryLabels,
  taskType: taskTypeLabels,
  documentType: onboardingNames,
  status: { ...taskStatusLabels, ...documentStatusLabels },
  onboardingStatus: onboardingStatusLabels,
  confirmedWith: { code: 'Code by email', passkey: 'Passkey' },
  // Values of profile fields are found by the field's kind, here `state` and `method`. Sign-ins also have a field named `method`.
  state: states,
  method: { ...communicationMethodLabels, ...signInMethodLabels },
  reason: { ...refusalLabels, ...signOutLabels },
}

const formatText = (name: string, text: string): string => {
  if (name === 'browser') return describeBrowser(text).name
  const term = terms.get(name)
  if (term?.kind === 'number') return writtenTerm(term, text) ?? text
  if (parseCalendarDate(text)) return formatDate(text, 'UTC')
  // The log stores dates and times as ISO strings.
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatDateTime(text)
  return ownValue(ownValue(valueLabels, profile.get(name)?.kind ?? name) ?? {}, text) ?? text
}

const emptyValue = '—'

/** Formats the value of a field as readable text; a dash if it is empty. */
export const formatValue = (name: string, value: unknown): string => {
  if (value === null || value === undefined || value === '') return emptyValue
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (name === 'fileSize') return formatSize(Number(value))
  if (name === 'downloadCount') return formatCount(Number(value), 'download')
  if (typeof value === 'number') return formatNumber(value)
  if (Array.isArray(value)) return value.map((item) => formatValue(name, item)).join(', ') || emptyValue
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(
      ([part, content]) => `${fieldLabel(part)}: ${formatValue(part, content)}`,
    )
    return parts.join('; ') || emptyValue
  }
  return formatText(name, String(value))
}
