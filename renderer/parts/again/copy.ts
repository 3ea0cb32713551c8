/** The words of a command that a person runs again. */
export const AGAIN = {
  offer: 'Run again',
  title: (name: string) => `Run ${name} again?`,
  help: 'It ran by threadbeat exec and failed. What is executed is exactly this:',
  place: (folder: string) => `Started in ${folder}, without a shell:`,
  may: (limit: string) =>
    `It gets the app’s environment and the PATH of your login shell, and is ended after ${limit}. ` +
    'If it ends well, the alert is resolved; if it fails, it is counted there.',
  run: 'Run it',
  queued: (name: string) => `${name} is on its way.`,
} as const
