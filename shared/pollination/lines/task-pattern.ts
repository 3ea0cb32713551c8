import { commandOf } from '../../runs/shell/task-command.ts'
import { checkOf } from '../../runs/check-id.ts'
import { textHash } from '../../base/text-hash.ts'
import { normalise } from '../../playbook/doc.ts'
import { CHECK_KINDS, titleOf } from '../kinds/check-kinds.ts'
import type { ListedText } from './life.ts'

const LONGEST = 400
const SCRIPT =
  /^(?:(?:npm|pnpm|yarn|bun)(?: run(?:-script)?)?|make|just|task|composer|deno task) ([\w:.-]{1,80})$/

/**
 * What a line of HEARTBEAT.md has done, as the id of a canonical check: `npm test`, `pnpm run test` and `vitest run` are
 * one thing. null: nothing that the table knows, what Threadbeat checks itself, or no command.
 */
export function patternOf(taskText: string): string | null {
  if (checkOf(taskText) !== null) return null
  const command = commandOf(taskText)
  if (command === null || command.text.length > LONGEST) return null
  const script = SCRIPT.exec(command.text)?.[1]
  for (const [id, { signs }] of CHECK_KINDS) {
    if (
      script === undefined ? signs.command?.test(command.text) === true : signs.script?.test(script) === true
    )
      return id
  }
  return null
}

/** Whether the command names a script or a recipe of its repository. */
export const runsScript = (command: string): boolean => SCRIPT.test(command)

/** Before the name of a line that is no check which anybody knows. */
const UNKNOWN = 'line-'

/** Before the name of an edit. */
const EDIT = 'edit-'

/** Whether nobody knows the check of this pattern. */
export const isUnknown = (pattern: string): boolean => pattern.startsWith(UNKNOWN) || pattern.startsWith(EDIT)

/** The check that a line is, built in or canonical; of any other a name made of its words. */
export const patternFor = (text: string): string =>
  checkOf(text) ?? patternOf(text) ?? `${UNKNOWN}${textHash(normalise(text))}`

/** Of an edit: a name made of both lines, so that a no to one is none to another edit of the same line. */
export const patternForEdit = (replaces: ListedText, line: ListedText): string =>
  `${EDIT}${textHash(JSON.stringify([replaces.tier, replaces.text, line.tier, line.text]))}`

/** What a pattern is called; one that is known to nobody by the line that has it. */
export const titleFor = (pattern: string, text: string): string =>
  isUnknown(pattern) ? text : titleOf(pattern)
