import { plural } from '../base/amounts.ts'
import { textHash } from '../base/text-hash.ts'
import type { Instant } from '../base/time.ts'
import { isSameCommand } from '../events/command-again.ts'
import type { EndedCommand, SystemEvent } from '../events/system-event.ts'
import type { TaskResult } from '../runs/run.ts'
import type { Alert } from './alert.ts'
import { alertShape } from './news.ts'
import { capped, type RaisedAlert } from '../runs/raised-alert.ts'

/** The cause that the next success of the same command resolves. */
export const commandKey = ({ name }: EndedCommand): string => `command:${name}`

/** The command that this cause names; null: another cause. */
export const commandName = (key: string | null): string | null =>
  /^command:(.+)$/s.exec(key ?? '')?.[1] ?? null

/**
 * Causes of what failed under `threadbeat exec` until `since`, and passed after it as lines of a list that the app ran
 * in this folder: the same argument list, word for word. A command of which only its name is known is none of them.
 */
export function commandsSeenWell(
  standing: readonly Pick<Alert, 'key' | 'again' | 'lastSeenAt'>[],
  lines: readonly Pick<TaskResult, 'command' | 'status'>[],
  { folder, since }: { readonly folder: string; readonly since: Instant },
): readonly string[] {
  return standing.flatMap(({ key, again, lastSeenAt }) => {
    if (again === null || commandName(key) === null || lastSeenAt > since) return []
    const ran = lines.filter(
      ({ command }) => command !== null && isSameCommand(again, { argv: command, folder }),
    )
    return key !== null && ran.length > 0 && ran.every(({ status }) => status === 'passed') ? [key] : []
  })
}

/** Alerts that stand for facts: what came in says more of them than any run. */
export const isFactKey = (key: string | null): boolean => key !== null && /^(?:command|event):/.test(key)

const LAST_LINES = 12

/**
 * What tells the person of a fact: of a failed command an alert, of an urgent fact one of its own, of others a
 * notice for each source.
 */
export function newsOfFact(
  { source, text, command }: Pick<SystemEvent, 'source' | 'text' | 'command'>,
  isUrgent: boolean,
): RaisedAlert & { readonly key: string } {
  if (command !== null)
    return { key: commandKey(command), severity: 'warning', text: lastLines(text), foldedBy: 'cause' }
  return {
    // Another urgent fact is other news: counted with the one before, it would get no banner.
    key: isUrgent ? `event:${source}:urgent:${textHash(alertShape(text))}` : `event:${source}`,
    severity: isUrgent ? 'urgent' : 'notice',
    text: capped(text, 'activity'),
    foldedBy: 'unanswered cause',
  }
}

const EARLIER = '\nEarlier:\n'
const EARLIER_LINES = 10
const EARLIER_CHARS = 160
const MORE = '· … and more, in the activity'

/**
 * The words of a notice that stands for several facts: the newest whole, then a line for each other one, newest
 * first. `standing`: what the notice says so far; null: it is the first.
 */
export function withEarlier(text: string, standing: string | null): string {
  if (standing === null) return text
  const [newest = '', lines = ''] = standing.split(EARLIER)
  const before = [`· ${firstLine(newest)}`, ...lines.split('\n')]
  const others = [...new Set(before)].filter((line) => line !== '' && line !== `· ${firstLine(text)}`)
  if (others.length === 0) return text
  const kept = others.filter((line) => line !== MORE).slice(0, EARLIER_LINES)
  return `${text}${EARLIER}${[...kept, ...(kept.length < others.length ? [MORE] : [])].join('\n')}`
}

function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return line.length <= EARLIER_CHARS ? line : `${line.slice(0, EARLIER_CHARS)}…`
}

/** Its first line says what ended and how, the last ones why. */
function lastLines(text: string): string {
  const [head = '', ...rest] = text.trim().split('\n')
  const left = Math.max(0, rest.length - LAST_LINES)
  const note = left === 0 ? [] : [`… (${plural(left, 'line')} before)`]
  return capped([head, ...note, ...rest.slice(left)].join('\n'), 'activity')
}
