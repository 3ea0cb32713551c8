import { plural } from '../../../shared/base/amounts.ts'
import type { MachineClass } from '../../../shared/hub/machine.ts'

/** What Settings say of several machines. */
export const MACHINES = {
  title: 'Machines',
  about:
    'A hub is a PostgreSQL database of yours that several machines reach: each tells it what its threads do, and can be asked for something by the others. Nothing runs there, and no Threadbeat waits for it.',
  how: 'A code comes from a machine that has joined, by Invite a machine or by this command. The first machine becomes the hub itself, or makes one elsewhere with threadbeat hub init.',
  command: 'threadbeat hub invite',
  commandWhat: 'command',
  join: 'Join a hub',
  name: 'Name',
  nameHelp: 'What the other machines call this one.',
  namePlaceholder: 'workstation',
  class: 'Kind',
  classHelp: 'A laptop may sleep without anybody being told.',
  classes: { laptop: 'Laptop', workstation: 'Workstation', server: 'Server' } satisfies Record<
    MachineClass,
    string
  >,
  code: 'Code',
  codeHelp: 'Good once, within a day.',
  here: {
    label: 'Make this machine the hub',
    help: 'With the PostgreSQL that is installed on it. The other machines join this one then.',
    button: 'Make it the hub',
    working: 'Making the hub…',
    nameless: 'A name is needed.',
    made: 'This machine is the hub now.',
    first: (why: string): string => `${why}. Run this in a terminal, then try again:`,
    missing: (why: string): string => `${why}.`,
  },
  joining: 'Joining…',
  joined: (host: string): string => `Joined the hub at ${host}.`,
  incomplete: 'A name and a code are needed.',
  failed: 'Whether this machine has joined a hub could not be read.',
  thisMachine: 'This machine',
  hub: 'Hub',
  link: {
    connecting: 'connecting',
    connected: 'connected',
    waiting: 'not reachable',
    off: 'off',
  },
  at: (host: string, port: number, link: string): string => `${host}:${port}, ${link}`,
  others: 'Other machines',
  alone: 'No other machine has joined yet.',
  lost: 'A machine that was lost is taken out of the fleet by its name. The command asks for the address of the hub’s administrator.',
  lostCommand: 'threadbeat hub remove',
  ahead: (length: string): string => `its clock is ${length} ahead`,
  behind: (length: string): string => `its clock is ${length} behind`,
  invite: 'Invite a machine',
  inviteHelp:
    'A code with which one other machine can join, within a day. The name or address is the hub’s, as that machine reaches it.',
  inviteHost: 'The hub, as that machine reaches it',
  inviteCode: 'Make a code',
  codeWhat: 'code',
  codeOnce: (until: string): string =>
    `Shown once; good for one machine, until ${until}. There: Settings, Machines, or threadbeat hub join.`,
  hereOnly: (host: string): string =>
    `It names the hub ${host}, which only this machine can reach. Give the name or address by which others reach it, and make another code.`,
  blocked: (why: string): string =>
    `Other machines cannot reach the hub yet: ${why}. What to change is in docs/hub.md of Threadbeat.`,
  rotate: 'Password of this login',
  rotateHelp: 'Gives this machine’s login at the hub another password.',
  rotateYes: 'Change the password',
  rotated: 'This machine has another password at the hub.',
  leave: 'Leave the hub',
  leaveHelp: 'Takes this machine’s login away.',
  leaveButton: 'Leave…',
  leaveTitle: 'Leave the hub?',
  leaveText: 'The other machines keep what this one told them, and hear nothing more of it.',
  leaveYes: 'Leave',
  left: (events: number, states: number): string =>
    `Left. At the hub stay ${plural(events, 'event')} and ${plural(states, 'state')} of this machine, until their time is over.`,
  forget: 'Forget it here',
  forgetText: 'Its login for this machine stays at the hub.',
  forgotten: 'This machine knows nothing of the hub any more.',
} as const
