import { expect, test } from 'vitest'
import { profileChanges } from './profile-changes.tsx'

test('a changed profile shows each field before and after as readable text, in the order of the form', () => {
  const before = {
    eventName: null,
    state: 'FL',
    phoneNumber: null,
    businessName: 'Old Mill',
    preferredCommunicationMethod: 'email',
  }
  const after = {
    eventName: 'Spring weekend',
    state: 'GA',
    phoneNumber: '(555) 010-0199',
    businessName: 'New Mill',
    preferredCommunicationMethod: 'whatsapp',
  }
  expect(profileChanges({ metadata: { before, after } })).toEqual([
    'Preferred communication: Email → WhatsApp',
    'Phone: Not provided → (555) 010-0199',
    'Business name: Old Mill → New Mill',
    'State: Florida → Georgia',
    'Event Name(s): Not provided → Spring weekend',
  ])
})

test('an entry without values before and after describes no changes', () => {
  expect(profileChanges({ metadata: { fields: ['businessName'] } })).toEqual([])
})
