import type { CommunicationMethod } from './communication-methods.ts'
import type { ProfileFieldName } from './profile-fields.ts'

/** The field that each communication method requires: the form shows the field, and both sides require it. */
export const requiredContacts = [
  {
    method: 'preferredCommunicationMethod',
    is: 'text',
    needs: 'phoneNumber',
    message: 'Phone number is required for text communication',
  },
  {
    method: 'preferredCommunicationMethod',
    is: 'whatsapp',
    needs: 'whatsappNumber',
    message: 'WhatsApp number is required for WhatsApp communication',
  },
  {
    method: 'marketingPreferredCommunicationMethod',
    is: 'email',
    needs: 'marketingContactEmail',
    message: 'Email address is required for email communication',
  },
  {
    method: 'marketingPreferredCommunicationMethod',
    is: 'text',
    needs: 'marketingContactPhone',
    message: 'Phone number is required for text communication',
  },
  {
    method: 'marketingPreferredCommunicationMethod',
    is: 'whatsapp',
    needs: 'marketingContactWhatsapp',
    message: 'WhatsApp number is required for WhatsApp communication',
  },
] as const satisfies readonly {
  method: ProfileFieldName
  is: CommunicationMethod
  needs: ProfileFieldName
  message: string
}[]
