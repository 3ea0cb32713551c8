/** Words of the command line's card. */
export const COMMAND_COPY = {
  title: 'Command line',
  label: 'The threadbeat command',
  asked: 'Looking for it in your terminals…',
  failed: (why: string): string => `It could not be looked for. ${why}`,
  state: {
    absent: 'Not installed',
    ours: 'Installed',
    other: 'Another copy',
    foreign: 'Not ours',
    package: 'Installed with the package',
    none: 'Not here',
  },
  install: 'Install',
  replace: 'Install this copy',
  remove: 'Remove',
  installed: (file: string): string => `${file} is there.`,
  removed: (file: string): string => `${file} is gone.`,
  notOnPath: 'Its folder is not on your PATH',
  notOnPathHelp: (file: string): string =>
    `Add this line to ${file}, then open a new terminal. Until then call the command by its whole path.`,
  theLine: 'the line',
  session: 'Your own agent sessions',
  sessionHelp:
    'Gives Claude Code or Codex Threadbeat’s tools in the sessions that you start yourself. Type one of ' +
    'these once. The path stays the same as long as the command is installed.',
  mcp: { claude: 'Claude Code', codex: 'Codex' },
  theLineFor: (name: string): string => `the line for ${name}`,
} as const
