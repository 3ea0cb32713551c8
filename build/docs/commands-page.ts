import type { Command } from 'commander'
import { COMMANDS } from '../../electron/cli/commands.ts'
import type { Context } from '../../electron/cli/kit/context.ts'
import { programOf } from '../../electron/cli/program.ts'

const HEAD = `# Commands

<!-- Written from the table of commands by \`npm run docs\`; a test holds that it is true. -->

What \`threadbeat COMMAND --help\` says, on one page. A thread is meant by its number, its name, a path, or the
beginning of its name. What is printed with \`--json\` stands in [JSON](json.md).
`

/** docs/commands.md, from the table. */
export function commandsPage(): string {
  const program = programOf({} as Context) // no command is run
  const byName = new Map(program.commands.map((command) => [command.name(), command]))
  return [
    HEAD,
    '## Everywhere\n',
    ...optionLines(program),
    '',
    ...COMMANDS.flatMap(({ title, commands }) => [
      `## ${title.replace(/:$/, '')}\n`,
      ...Object.keys(commands).flatMap((name) => sectionOf(byName.get(name)!, 'threadbeat')),
    ]),
  ].join('\n')
}

/** A command and, below it, those it has of its own. */
function sectionOf(command: Command, parent: string): readonly string[] {
  const name = `${parent} ${command.name()}`
  const help = command.createHelp()
  const usage = command.registeredArguments.map((a) => {
    const dots = a.variadic ? '…' : ''
    return a.required ? `<${a.name()}${dots}>` : `[${a.name()}${dots}]`
  })
  const meanings = [
    ...help.visibleArguments(command).map((a) => `- \`${a.name()}\`: ${help.argumentDescription(a)}`),
    ...optionLines(command),
  ]
  return [
    `### \`${[name, ...usage].join(' ')}\`\n`,
    `${sentence(command.description())}\n`,
    ...(meanings.length === 0 ? [] : [...meanings, '']),
    ...help
      .visibleCommands(command)
      .filter((child) => child.name() !== 'help')
      .flatMap((child) => sectionOf(child, name)),
  ]
}

function optionLines(command: Command): readonly string[] {
  const help = command.createHelp()
  return help
    .visibleOptions(command)
    .filter((option) => option.long !== '--help')
    .map((option) => `- \`${option.flags}\`: ${help.optionDescription(option)}`)
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
