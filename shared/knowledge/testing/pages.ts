import type { PageContent } from '../page.ts'

/** A note that an agent wrote. */
export const aNote = (title: string, text: string): PageContent => ({
  title,
  text,
  kind: 'note',
  by: 'agent',
})
