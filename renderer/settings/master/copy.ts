export const MASTER_COPY = {
  section: 'Master',
  label: 'Master thread',
  help: (called: number) =>
    `The others report to it once a day, and its agent suggests to them what proved useful, never by changing their lists. Wherever you type a thread’s number, ${called} means the master; it is still shown with the number it has. Without a master everything else works the same.`,
  nobody: 'None',
  folder: 'A folder of the app',
  untrusted: (name: string) => `${name} is not trusted yet, so it does not beat.`,
} as const
