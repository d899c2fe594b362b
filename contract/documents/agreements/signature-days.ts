const dayMs = 86_400_000
const utcDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Whether a field of an agreement is the day on which its signer signs. */
export const isSignatureDate = ({ name }: { name: string }) =>
  name === 'signatureDate' || name === 'partnershipSignatureDate'

/** The first and the last day that a signer states for a signature: today, which elsewhere is the day before or after that of UTC. */
export const signatureDays = (now: Date) => ({
  min: utcDay(now.getTime() - dayMs),
  max: utcDay(now.getTime() + dayMs),
})
