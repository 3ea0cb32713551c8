import type { Command } from 'commander'
import { COMMANDS } from '../../electron/cli/commands.ts'
import type { Context } from '../../electron/cli/kit/context.ts'
import { programOf } from '../../electron/cli/program.ts'

/** threadbeat.1 in the man macros, from the table of commands. `version`: of the package. */
export function manPage(version: string): string {
  const program = programOf({} as Context) // no command is run
  const byName = new Map(program.commands.map((command) => [command.name(), command]))
  return [
    `.TH THREADBEAT 1 "" "Threadbeat ${version}" "User Commands"`,
    '.SH NAME',
    'threadbeat \\- heartbeats for your local repositories',
    '.SH SYNOPSIS',
    '.B threadbeat',
    '.RI [ options ] " command " [ arguments ]',
    '.SH DESCRIPTION',
    text(
      'Asks and steers the Threadbeat that runs in the tray or as a service. Without one, commands that only read ' +
        'read what is on record. A thread is meant by its number, its name, a path, or the beginning of its name.',
    ),
    '.SH OPTIONS',
    ...optionLines(program),
    ...COMMANDS.flatMap(({ title, commands }) => [
      `.SH ${text(title.replace(/:$/, '').toUpperCase())}`,
      ...Object.keys(commands).flatMap((name) => lines(byName.get(name)!, '')),
    ]),
    '.SH EXIT STATUS',
    ...EXITS.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, text(meaning)]),
    '.SH FILES',
    '.TP',
    '.I ~/.local/share/threadbeat',
    text('Settings, history and logs, if XDG_DATA_HOME names no other place.'),
    '.TP',
    '.I HEARTBEAT.md',
    text('In each repository: what is checked. Removing Threadbeat leaves it alone.'),
    '.SH SEE ALSO',
    '.UR https://github.com/threadbeat/threadbeat',
    '.UE',
    '',
  ].join('\n')
}

/** Of `status`, and of `beat` and `send` with --wait. */
const EXITS = [
  ['0', 'Quiet, or done.'],
  ['1', 'Anything that is not below.'],
  ['2', 'The command was not understood.'],
  ['10', 'Alert: something you should see.'],
  ['20', 'Urgent: a raised flag, or an urgent finding.'],
  ['30', 'Broken, or in need of permission.'],
  ['40', 'Missed: the time passed while nothing could run.'],
] as const

function lines(command: Command, parent: string): readonly string[] {
  const name = `${parent}${command.name()}`
  const help = command.createHelp()
  const own = help.visibleCommands(command).filter((child) => child.name() !== 'help')
  const given = command.registeredArguments.map((a) => {
    const shown = `${a.name()}${a.variadic ? '...' : ''}`
    return a.required ? shown : `[${shown}]`
  })
  return [
    '.TP',
    `.B ${text([name, ...given].join(' '))}`,
    `${text(`${command.description().slice(0, 1).toUpperCase()}${command.description().slice(1)}.`)}`,
    ...own.flatMap((child) => lines(child, `${name} `)),
  ]
}

function optionLines(command: Command): readonly string[] {
  const help = command.createHelp()
  return help
    .visibleOptions(command)
    .flatMap((option) => ['.TP', `.B ${text(option.flags)}`, text(help.optionDescription(option))])
}

/** One line of text: no sign of it is an order to the formatter. */
const text = (line: string): string =>
  line.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/, '\\&$&')
