import { plural } from '../../../shared/base/amounts.ts'

/** A command of HEARTBEAT.md and its approval, wherever it is decided. */
export const APPROVAL = {
  failed: (why: string) => `The commands could not be listed. ${why}`,
  again: 'Try again',
  place: (line: number, tier: string) => `HEARTBEAT.md:${line} · ${tier}`,
  leftOut: 'Lines that were not looked at',
  line: (line: number, text: string) => `HEARTBEAT.md:${line} · ${text}`,
  more: (n: number) => `and ${n} more`,
  shell: 'needs a shell',
  aside: (names: string) => `Part of it as well: ${names}`,
  changed: 'Changed since you approved it',
  changedIn: (file: string) => `${file}, as you approved it and as it is now`,
  changedBehind: 'A file it runs changed where it is too long to be shown.',
  choose: (command: string) => `Choose ${command}`,
  done: (n: number) => `Approved. The next beat runs ${n === 1 ? 'it' : 'them'}.`,
  doneLater: 'Approved. It runs as soon as what runs now is over.',
  sheet: {
    title: (n: number, name: string) =>
      n === 1 ? `Approve this command for ${name}?` : `Approve ${plural(n, 'command')} for ${name}?`,
    about: (folder: string) =>
      `At its beats exactly this is run as you, in ${folder}. A change of a command, or of a file shown here, asks again.`,
    pick: 'Tick those that you approve.',
    notNow: 'Not now',
    close: 'Close',
    approve: (n: number, of: number) => (of === 1 || n === 0 ? 'Approve' : `Approve ${n}`),
    andRun: (n: number, of: number) =>
      of === 1 || n === 0 ? 'Approve and run now' : `Approve ${n} and run now`,
    outdated: 'What would run has changed since this was opened.',
    refused: 'What would run has changed since this was opened. Nothing was approved.',
    renew: 'Show how it is now',
    none: 'No command waits for your approval any more.',
    waits: (n: number) =>
      `${plural(n, 'command of HEARTBEAT.md waits', 'commands of HEARTBEAT.md wait')} for your approval.`,
  },
} as const
