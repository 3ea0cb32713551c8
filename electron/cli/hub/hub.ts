import { Option } from 'commander'
import { MACHINE_CLASSES } from '../../../shared/hub/machine.ts'
import type { Define } from '../kit/command.ts'
import type { Context } from '../kit/context.ts'
import { askMachine, ASKABLE, type AskOptions } from './ask.ts'
import { hubStatus } from './hub-status.ts'
import {
  initHub,
  invite,
  joinHub,
  leaveHub,
  makeHubHere,
  removeMachine,
  rotate,
  upgradeHub,
  type MachineWords,
  type ReachWords,
} from './membership.ts'
import { showRunThere } from './run.ts'

/** Several machines that are one fleet, by a PostgreSQL that they share: hub status, here, init, upgrade, remove, invite, join, rotate, leave, run, ask. */
export const hubCommand: Define = (hub, cx) => {
  hub.description('other machines of yours, by a PostgreSQL that they share')
  hub
    .command('status')
    .description('whether this machine has joined a hub, and how the way to it stands')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => hubStatus(cx, o.json === true))
  const reach = (command: typeof hub): typeof hub =>
    command
      .option('--host <name>', 'how other machines reach it, if not as this one does')
      .option('--port <number>', 'the port for other machines')
  reach(hub.command('init'))
    .description(
      'make a hub in a PostgreSQL; the address of its administrator is asked for, or read from stdin, ' +
        'so that it stays out of your shell’s history',
    )
    .option('--ca <file>', 'the certificate of the authority that signed the server’s, as PEM')
    .action((o: ReachWords & { ca?: string }) => initHub(cx, o))
  const named = (command: typeof hub): typeof hub =>
    command
      .option('--name <name>', 'what the others call this machine (its host name)')
      .addOption(
        new Option('--class <class>', 'a laptop may sleep without anybody being told')
          .choices(MACHINE_CLASSES)
          .default('workstation'),
      )
  named(hub.command('here'))
    .description('make this machine the hub, with the PostgreSQL that is installed on it, and join it')
    .action((o: MachineWords) => makeHubHere(cx, o))
  hub
    .command('upgrade')
    .description('bring an older hub up to this Threadbeat; the address is asked for as for init')
    .option('--ca <file>', 'as for init')
    .action((o: { ca?: string }) => upgradeHub(cx, o))
  hub
    .command('remove')
    .description('end the login of a machine that was lost; the address is asked for as for init')
    .argument('<machine>', 'its name, or its id where two have that name')
    .option('--ca <file>', 'as for init')
    .option('-y, --yes', 'without asking')
    .action((machine: string, o: { ca?: string; yes?: true }) => removeMachine(cx, machine, o))
  reach(hub.command('invite'))
    .description('a code with which one other machine can join, within a day')
    .action((o: ReachWords) => invite(cx, o))
  named(hub.command('join'))
    .description('join with a code, which is asked for, or read from stdin')
    .action((o: MachineWords) => joinHub(cx, o))
  hub
    .command('rotate')
    .description('another password for this machine’s login')
    .action(() => rotate(cx))
  hub
    .command('leave')
    .description('be no part of the fleet any more')
    .option('--forget', 'also where the hub is gone: its login for this machine stays there')
    .option('-y, --yes', 'without asking')
    .action((o: { forget?: true; yes?: true }) => leaveHub(cx, o))
  ofOthers(hub, cx)
}

function ofOthers(hub: Parameters<Define>[0], cx: Context): void {
  hub
    .command('run')
    .description(
      'what came of each line in the last beat of a thread of another machine, where its list may be read',
    )
    .argument('<machine>', 'its name')
    .argument('<thread>', 'number or name there')
    .action((machine: string, thread: string) => showRunThere(cx, machine, thread))
  hub
    .command('ask')
    .description('ask another machine for something; what comes of it is shown with --wait')
    .argument('<machine>', 'its name')
    .argument('<verb>', ASKABLE.join(', '))
    .argument('[thread]', 'number or name there')
    .option('--for <duration>', 'such as 4h: of a pause, a mute or a snooze')
    .option('--until-change', 'snooze: until it is other news')
    .option('--note <text>', 'acknowledge: for whoever reads the alert')
    .option('--wait', 'wait for its answer, at most a minute')
    .action((machine: string, verb: string, thread: string | undefined, o: AskOptions) =>
      askMachine(cx, machine, verb, thread, o),
    )
}
