/** What the pages of a thread say. */
export const PAGES_COPY = {
  title: 'Written down',
  about:
    'Reflections wrote these pages. Later beats know their titles and read them whole; what you correct or remove here is what they read.',
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
