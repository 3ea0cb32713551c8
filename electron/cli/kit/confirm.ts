import { CliError } from './errors.ts'
import { plain } from './text.ts'

/** y/N on a terminal. Without one nobody can answer, which is a no. */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await lines.question(`${plain(question)} [y/N] `)).trim())
  } finally {
    lines.close()
  }
}

/** Ends the command unless `--yes` was given or a person answers; `undone`: "Nothing was changed." */
export async function requireYes(isSure: boolean, question: string, undone: string): Promise<void> {
  if (!isSure && !(await confirm(question))) throw new CliError(`${undone} Without a terminal: add --yes`)
}
