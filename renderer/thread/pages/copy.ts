/** What the pages of a thread say. */
export const PAGES_COPY = {
  title: 'Written down',
  intro:
    'Agents wrote these pages, or you. Later beats know their titles and read them whole; what you correct here is what they read, and no agent replaces it.',
  kind: 'Kind',
  kinds: { note: 'Note', skill: 'Skill' },
  about: {
    note: 'What was learnt about this repository.',
    skill: 'How something is done. Agents of the same team are told its title as well.',
  },
  edit: (title: string) => `Edit the page ${title}`,
  remove: (title: string) => `Remove the page ${title}`,
  removed: (title: string) => `Removed the page “${title}”.`,
  editTitle: 'Edit page',
  text: 'Text, as Markdown',
  empty: 'A page has a title and a text.',
  discard: {
    title: 'Discard what you changed?',
    text: 'The page stays as it was.',
    yes: 'Discard',
    no: 'Keep editing',
  },
} as const
