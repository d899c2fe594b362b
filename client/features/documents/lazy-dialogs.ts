import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

const loadForms = () => import('./document-dialog.tsx')
const loadLifeDialogs = () => import('./life-dialogs.tsx')
const loadSelectionDialogs = () => import('./list/selection-dialogs.tsx')
const loadMenuDialogs = () => import('./document-menu-dialogs.tsx')

// Each dialog is loaded when staff first open it.
export const AddDocumentDialog = lazyOpening(async () => (await loadForms()).AddDocumentDialog)
export const AskToSignDialog = lazyOpening(async () => (await loadForms()).AskToSignDialog)
export const EditDocumentDialog = lazyOpening(async () => (await loadForms()).EditDocumentDialog)
export const MarkSignedDialog = lazyOpening(async () => (await loadMenuDialogs()).MarkSignedDialog)
export const DeleteDocumentDialog = lazyOpening(async () => (await loadMenuDialogs()).DeleteDocumentDialog)
export const DatesDialog = lazyOpening(async () => (await loadLifeDialogs()).DatesDialog)
export const VoidDialog = lazyOpening(async () => (await loadLifeDialogs()).VoidDialog)
export const EndDialog = lazyOpening(async () => (await loadSelectionDialogs()).EndDialog)
export const VoidSeveralDialog = lazyOpening(async () => (await loadSelectionDialogs()).VoidSeveralDialog)
export const TakeBackDialog = lazyOpening(async () => (await loadMenuDialogs()).TakeBackDialog)

export const ExportAgreementsDialog = lazyOpening(
  async () => (await import('./export-dialog.tsx')).ExportAgreementsDialog,
)
export const CountersignDialog = lazyOpening(
  async () => (await import('./countersign-dialog.tsx')).CountersignDialog,
)

export const PrepareAmendmentDialog = lazyOpening(
  async () => (await import('./amending/prepare-amendment-dialog.tsx')).PrepareAmendmentDialog,
)

export const EditSharedDocument = lazyOpening(
  async () => (await import('./shared/shared-document-dialogs.tsx')).EditSharedDocument,
)
export const DeleteSharedDocument = lazyOpening(
  async () => (await import('./shared/shared-document-dialogs.tsx')).DeleteSharedDocument,
)
