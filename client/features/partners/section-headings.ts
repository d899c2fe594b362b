import type { ProfileSection } from '#contract/partners/profile-fields.ts'

type Heading = { heading: string; note?: string }

/** The headings of the sections: one set for staff, who fill them in for a partner, and one for partners themselves. */
export const sectionHeadings: Record<'staff' | 'partner', Record<ProfileSection, Heading>> = {
  staff: {
    contact: { heading: 'Basic Information' },
    business: { heading: 'Business Information' },
    marketing: { heading: 'Marketing Contact Information' },
    social: { heading: 'Social Media', note: 'Optional. Links to their pages.' },
  },
  partner: {
    contact: { heading: 'Your contact details', note: 'Who we contact, and how' },
    business: { heading: 'Your business', note: 'As it should appear in your agreements' },
    marketing: { heading: 'Marketing contact', note: 'Who handles promotion on your side' },
    social: {
      heading: 'Social media',
      note: 'Optional. Links to your pages, for example, instagram.com/yourname.',
    },
  },
}
