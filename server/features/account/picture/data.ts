import { eq } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { findRow, insertInto } from '#server/db/rows.ts'
import { uploads } from '#server/db/schema/files.ts'
import { userPictures, users } from '#server/db/schema/users.ts'

type Picture = typeof userPictures.$inferInsert

/** Locks the user, so that two pictures that arrive at once replace each other in turn. Returns false for a missing or erased user. */
export const lockUser = async (db: Executor, userId: string) => {
  const [user] = await db
    .select({ erasedAt: users.erasedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  return user !== undefined && !user.erasedAt
}

export const getPicture = (db: Executor, userId: string) =>
  findRow(db.select().from(userPictures), eq(userPictures.userId, userId))

/** Finds a picture by its address alone, without checking the reader: only users who have seen the picture's user know the address. */
export const getPictureByKey = (db: Executor, objectKey: string) =>
  findRow(
    db.select({ objectKey: userPictures.objectKey }).from(userPictures),
    eq(userPictures.objectKey, objectKey),
  )

export const setPicture = async (db: Executor, picture: Picture, profileImageUrl: string | null) => {
  const { userId, ...change } = picture
  await db
    .insert(userPictures)
    .values(picture)
    .onConflictDoUpdate({ target: userPictures.userId, set: { ...change, updatedAt: new Date() } })
  await db.update(users).set({ profileImageUrl }).where(eq(users.id, userId))
}

/** Stores the row by which the sweep finds a file that was never used. */
export const createUpload = insertInto(uploads)
