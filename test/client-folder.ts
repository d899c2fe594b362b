import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The names of what Vite builds, each with a word to tell it by. */
const files = {
  'index.html': '<!doctype html><title>The application</title>',
  'sign-in.html': '<!doctype html><title>The sign-in page</title>',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/index-4f2a.js': 'document.title',
}

/** Writes a client as small as it can be where the server looks for the built one. */
export const writeClientFolder = async (folder: string) => {
  await mkdir(join(folder, 'assets'), { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}
