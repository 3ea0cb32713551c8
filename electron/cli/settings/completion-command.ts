import type { Argument, Command, Option } from 'commander'
import type { Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { SHELLS, type Node, type Place } from './completion-scripts.ts'

/**
 * completion: a script for the shell, made of the commands as they are, so that it never lags behind them.
 */
export function addCompletionCommand(program: Command, cx: Context): void {
  const names = Object.keys(SHELLS)
  const command = program
    .command('completion')
    .description(`a script that completes commands, options and threads: ${names.join(', ')}`)
  command
    .addArgument(
      command.createArgument('<shell>', 'for bash: eval "$(threadbeat completion bash)"').choices(names),
    )
    .action((shell: string) => {
      const script = (SHELLS as Record<string, (root: Node) => string>)[shell]
      if (script === undefined)
        throw usageError(`There is no completion for "${shell}", only for ${names.join(', ')}.`)
      cx.out.line(script(nodeOf(program, '')).trimEnd())
    })
}

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
