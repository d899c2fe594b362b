import type { ImportField } from '#contract/partners/partner-columns.ts'

/** The headings by which other programs and people call the fields, in addition to the portal's own headings. */
export const aliases: Partial<Record<ImportField, string[]>> = {
  fullName: [
    ...['Name', 'Contact', 'Contact name', 'Contact person', 'Contact full name', 'Primary contact'],
    ...['Main contact', 'Owner name', 'Manager', 'Venue manager', 'Partner', 'Partner name'],
  ],
  firstName: ['First', 'Given name', 'Forename', 'Contact first name'],
  lastName: ['Last', 'Surname', 'Family name', 'Contact last name'],
  email: [
    ...['Email address', 'Mail', 'Contact email', 'Primary email'],
    ...['Work email', 'E-mail 1 - Value', 'Email 1'],
  ],
  userEmail: ['Login', 'Login email', 'Sign-in email', 'Username'],
  phoneNumber: [
    ...['Phone number', 'Phone no.', 'Phone #', 'Telephone', 'Telephone number', 'Tel', 'Contact phone'],
    ...['Mobile', 'Mobile phone', 'Mobile phone number', 'Mobile number', 'Cell', 'Cell phone'],
    ...['Business phone', 'Work phone', 'Main phone', 'Phone 1 - Value'],
  ],
  whatsappNumber: ['WhatsApp number', 'WhatsApp phone number'],
  preferredCommunicationMethod: ['Preferred communication method', 'Preferred contact method', 'Contact by'],
  businessName: [
    ...['Company', 'Company name', 'Business', 'Organization', 'Organization name', 'Organisation'],
    ...['Account name', 'Venue', 'Venue name', 'Name of venue', 'Store name', 'Associated company'],
  ],
  state: ['State/Region', 'State/Province', 'Province', 'Region', 'US state', 'St', 'State code'],
  businessWebsite: [
    ...['Website', 'Website URL', 'Web', 'Web address', 'Homepage', 'URL', 'Site'],
    ...['Company website', 'Company domain name', 'Domain'],
  ],
  mainMarketingContact: ['Marketing contact', 'Marketing manager'],
  marketingContactEmail: ['Marketing email', 'Marketing contact email'],
  marketingContactPhone: ['Marketing phone', 'Marketing contact phone', 'Marketing contact phone number'],
  facebookUrl: ['Facebook page', 'Facebook company page', 'Facebook link'],
  twitterUrl: ['X', 'X (Twitter)', 'Twitter link'],
  instagramUrl: ['Instagram page', 'Instagram link', 'Insta'],
  tiktokUrl: ['TikTok link'],
  partnerGroup: ['Partner group', 'Group name', 'Name of group'],
  managerEmail: ['Partner manager email', 'Account manager', 'Account owner', 'Managed by'],
}
