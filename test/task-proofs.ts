import { taskProofs } from '#server/db/schema/tasks.ts'
import type { TestApp } from './app.ts'
import { createUpload, fileOf } from './factories.ts'

type Proof = { taskId: string; uploadedBy: string; fileName?: string }

/** Creates a proof of a task, with its bytes in the store. */
export const createTaskProof = async (
  portal: Pick<TestApp, 'db' | 'deps'>,
  { taskId, uploadedBy, fileName = 'hello.txt' }: Proof,
) => {
  const upload = await createUpload(portal, {
    userId: uploadedBy,
    purpose: 'proof',
    state: 'registered',
    usedAt: new Date(),
    fileName,
  })
  const { filePath, fileSize } = fileOf(upload)
  const [proof] = await portal.db
    .insert(taskProofs)
    .values({
      taskId,
      uploadedBy,
      filePath,
      fileName,
      fileType: 'txt',
      fileSize: fileSize ?? 0,
      fileSha256: upload.sha256 ?? '',
    })
    .returning()
  if (!proof) throw new Error('no proof came back')
  return proof
}
