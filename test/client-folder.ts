import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files that Vite builds, each with recognizable content. */
const files = {
  'index.html':
    '<!doctype html><title>The application</title><script type="module" src="/assets/index-4f2a.js"></script><div id="root"><div>Loading...</div></div>',
  'visitor.html': '<!doctype html><title>The application for a visitor</title>',
  'sign-in.html': '<!doctype html><title>The sign-in page</title>',
  'verify.html': '<!doctype html><title>The page that verifies agreements</title>',
  'day.html': '<!doctype html><title>The page for the day of an event</title>',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/index-4f2a.js': 'document.title',
  'assets/api-reader-5b3c.js': 'Scalar',
}

/** Writes a minimal built client. */
export const writeClientFolder = async (folder: string) => {
  await mkdir(join(folder, 'assets'), { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}
