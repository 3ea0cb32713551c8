import type { Argument, Command, Option } from 'commander'
import type { Define } from '../kit/command.ts'
import { usageError } from '../kit/errors.ts'
import type { Node, Place } from './completion-node.ts'
import { SHELLS } from './completion-scripts.ts'

const NAMES = Object.keys(SHELLS)

/** A script for the shell, made of the commands as the table has them, so that it never lags behind them. */
export const completionCommand: Define = (command, cx) =>
  command
    .description(`a script that completes commands, options and threads: ${NAMES.join(', ')}`)
    .addArgument(
      command.createArgument('<shell>', 'for bash: eval "$(threadbeat completion bash)"').choices(NAMES),
    )
    .action((shell: string) => {
      const script = (SHELLS as Record<string, (root: Node) => string>)[shell]
      if (script === undefined)
        throw usageError(`There is no completion for "${shell}", only for ${NAMES.join(', ')}.`)
      cx.out.line(script(nodeOf(command.parent ?? command, '')).trimEnd())
    })

function nodeOf(command: Command, path: string): Node {
  const help = command.createHelp()
  const commands = help.visibleCommands(command)
  return {
    path,
    commands: commands.map((c) => ({
      name: c.name(),
      about: c.description(),
      node: nodeOf(c, path === '' ? c.name() : `${path} ${c.name()}`),
    })),
    options: help
      .visibleOptions(command)
      .flatMap((o) =>
        [o.long, o.short]
          .filter((name) => name != null)
          .map((name) => ({ name, about: o.description, value: valueOf(o) })),
      ),
    places: command.registeredArguments.map((a) => ({ place: placeOf(a), isLast: a.variadic })),
  }
}

/** null: the option takes no value. */
const valueOf = (o: Option): Place | null =>
  o.required || o.optional ? placeFor(o.argChoices, /[<[]([^>\]]+)[>\]]/.exec(o.flags)?.[1] ?? '') : null

const placeOf = (a: Argument): Place => placeFor(a.argChoices, a.name())

function placeFor(choices: readonly string[] | undefined, name: string): Place {
  if (choices !== undefined) return { kind: 'words', words: choices }
  if (/^threads?\b/.test(name)) return { kind: 'threads' }
  return /file|folder|path|program|old=new/.test(name) ? { kind: 'files' } : { kind: 'nothing' }
}
