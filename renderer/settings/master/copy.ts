export const MASTER_COPY = {
  section: 'Master',
  label: 'Master thread',
  help: (called: number) =>
    `The others report to it once a day, and its agent suggests to them what proved useful, never by changing their lists. It is called ${called} wherever a number is typed, and keeps its own. Without one everything else works the same.`,
  nobody: 'None',
  folder: 'A folder of the app',
  untrusted: (name: string) => `${name} is not trusted yet, so it does not beat.`,
} as const
