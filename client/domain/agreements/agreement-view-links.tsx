import { FilterLinks } from '#client/ui/filter-links.tsx'
import { agreementsAddress, agreementTypesAddress } from './agreements-address.ts'

/** The views of the Agreements tab: the agreements of all partners, and the types with their texts. */
export function AgreementViewLinks({ chosen }: { chosen: 'list' | 'types' }) {
  return (
    <FilterLinks
      label="View"
      choices={[
        { label: 'List', href: agreementsAddress({}), isChosen: chosen === 'list' },
        { label: 'Types', href: agreementTypesAddress, isChosen: chosen === 'types' },
      ]}
    />
  )
}
