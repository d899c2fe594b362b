/**
 * The consent that users give before they sign electronically, in the order of the ESIGN Act, 15 U.S.C. § 7001(c). A published version is
 * never edited, because signatures store its version and the hash of its text. A change requires a new version.
 */
export const electronicConsent = {
  version: '2026-11-20',
  title: 'Consent to sign and receive records electronically',
  paragraphs: [
    'What this covers. You are about to sign one agreement electronically. Your consent covers that agreement and the records that belong to it: your signed copy, and notices that the agreement allows to be sent electronically. It covers nothing else. We will ask you again before you sign another agreement.',
    'Paper instead. You do not have to sign electronically. You may ask for the agreement on paper and sign it by hand. You may also ask for a paper copy of what you signed, at any time afterward. To do either, write to the partner team in this portal’s chat, or to your partner contact by e-mail. There is no fee.',
    'Changing your mind. You may withdraw your consent at any time, without a fee, by writing to the partner team in the same way. From then on we send you the records of this agreement on paper, which may take longer. What you signed before remains valid. If you withdraw before signing, you can sign on paper, and steps in this portal that need the signed agreement wait until the paper has arrived.',
    'Keeping in touch. If your e-mail address or other contact details change, tell the partner team in the same way, so that records and notices reach you.',
    'What you need. To read, sign, and keep your records you need a device with an internet connection, a current version of a browser such as Chrome, Edge, Firefox, or Safari, an e-mail account, a program that opens text and PDF files, and space to save files or a printer. If these requirements change so that you might no longer be able to open your records, we will tell you, and you may withdraw your consent without a fee.',
    'That it works for you. By reading this page and acting on it in your browser, you show that you can open and use electronic records of this kind. After signing, please download your copy and keep it.',
    'What your signature means. When you tick the box and press the button to sign, you sign with the name that you entered. This electronic signature has the same legal effect as your signature by hand.',
  ],
  checkboxLabel: 'I have read the agreement and this consent. I agree to both, and to sign electronically.',
} as const

/** Returns the consent as it is hashed and stored: title, paragraphs and checkbox label, with empty lines between them. */
export const electronicConsentText = (): string => {
  const { title, paragraphs, checkboxLabel } = electronicConsent
  return `${[title, ...paragraphs, checkboxLabel].join('\n\n')}\n`
}
