import { ViewLinks } from '#client/ui/view-links.tsx'
import { agreementsAddress, agreementTypesAddress } from './agreements-address.ts'

/** The views of the Agreements tab: the agreements of all partners, and the types with their texts. */
export function AgreementViewLinks({ chosen }: { chosen: 'list' | 'types' }) {
  const views = [
    { label: 'List', href: agreementsAddress({}), isChosen: chosen === 'list' },
    { label: 'Types', href: agreementTypesAddress, isChosen: chosen === 'types' },
  ]
  return <ViewLinks views={views} from="sm" />
}
