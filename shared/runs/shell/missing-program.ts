import { leadingTimes } from '../../base/leading-times.ts'
import { firstCodeSpan } from '../../playbook/code-span.ts'

/** A task line names a command whose program is not found on this machine, so that the app cannot run it. */
export interface MissingProgram {
  readonly command: string // as written between the backticks
  readonly program: string // its word that is to be started
  /** A file or folder of that name is in the repository, and cannot be executed. */
  readonly isThere: boolean
}

/** The form of a line that asks for nothing but its command. Other lines may have prose in backticks. */
export function isToRun(taskText: string): boolean {
  const { rest } = leadingTimes(taskText)
  const span = firstCodeSpan(rest)
  return span !== null && /^\s*(?:please\s+)?(?:re-?)?(?:run|execute):?\s+$/i.test(rest.slice(0, span.start))
}

/** What is told of it, without a full stop. `wasApproved`: a person has approved this command here before. */
export function missingProgramText(
  { command, program, isThere }: MissingProgram,
  wasApproved: boolean,
): string {
  const absent = /[\\/]/.test(program) ? 'is not there' : 'is not found here'
  const what = isThere ? 'is there, but is no file that can be executed' : absent
  if (program === command)
    return wasApproved
      ? `\`${command}\` was approved and ${what}`
      : `\`${command}\` ${what}, so that it does not run`
  return wasApproved
    ? `\`${command}\` was approved, and \`${program}\` ${what}`
    : `\`${program}\` ${what}, so that \`${command}\` does not run`
}
