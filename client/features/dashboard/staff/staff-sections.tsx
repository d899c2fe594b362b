import { useDeleting } from '#client/domain/rows/delete-row.ts'
import { ActivationsSection } from '#client/features/activations/activations-section.tsx'
import { DocumentsSection } from '#client/features/documents/documents-section.tsx'
import { AddButton } from './add-button.tsx'
import { ActivationMenu, DocumentMenu } from './row-menus.tsx'
import { useStaffActivations, useStaffDocuments } from './staff-lists.ts'

const ofAll = 'Of all partners, the newest first'

type StaffSectionProps = { partnerId: string | null }

export function StaffDocuments({ partnerId }: StaffSectionProps) {
  return (
    <DocumentsSection
      query={useStaffDocuments(partnerId)}
      description={partnerId ? undefined : ofAll}
      headActions={<AddButton dialog={{ kind: 'document' }}>Add Document</AddButton>}
      renderActions={(document) => document.status === 'pending' && <DocumentMenu document={document} />}
    />
  )
}

export function StaffActivations({ partnerId, now }: StaffSectionProps & { now: number }) {
  const { data, isError, refetch } = useStaffActivations(partnerId)
  const deleting = useDeleting()
  return (
    <ActivationsSection
      query={{ data: data?.filter(({ id }) => !deleting.has(id)), isError, refetch }}
      description={partnerId ? undefined : ofAll}
      now={now}
      headActions={
        <AddButton dialog={{ kind: 'activation', activation: null }}>Create New Activation</AddButton>
      }
      renderActions={(activation) => <ActivationMenu activation={activation} />}
    />
  )
}
