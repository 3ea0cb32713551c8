import { plural } from '../../base/amounts.ts'
import { normalise } from '../../playbook/doc.ts'
import { TOOL_LIMITS } from '../../agents/tool-limits.ts'
import type { HeartbeatDoc } from '../../playbook/model.ts'
import { capped, type RaisedAlert } from '../raised-alert.ts'
import { isFlagKey, LIST_KEY, taskKeyOf } from './alert-key.ts'

export const flagKey = (text: string): string => `flag:${normalise(text)}`

/** A file may hold any number of flags; a person is not called once for each. */
const MORE_FLAGS = 'flags:more'

const FLAGS_TOLD = TOOL_LIMITS.listFlags

/** Each once, though a file may hold it twice. */
const distinct = (flags: readonly string[]): readonly string[] => [
  ...new Map(flags.map((text) => [flagKey(text), text])).values(),
]

/** `flags`: the texts under Urgent Flags, as they stand in the file. */
export function flagAlerts(flags: readonly string[]): readonly RaisedAlert[] {
  const each = distinct(flags)
  const more = each.length - FLAGS_TOLD
  const told = each
    .slice(0, FLAGS_TOLD)
    .map((text): RaisedAlert => ({ key: flagKey(text), severity: 'urgent', text: capped(text) }))
  return more <= 0
    ? told
    : [
        ...told,
        {
          key: MORE_FLAGS,
          severity: 'urgent',
          text: `And ${plural(more, 'more urgent flag')} in HEARTBEAT.md`,
        },
      ]
}

const UNREAD_TOLD = 5

/** One notice for all of it; the editor offers what would mend it. `unread`: as the reading says it. */
export function unreadAlert(unread: readonly string[]): RaisedAlert | null {
  if (unread.length === 0) return null
  const more = unread.length - UNREAD_TOLD
  const lines = [...unread.slice(0, UNREAD_TOLD), ...(more > 0 ? [`And ${more} more.`] : [])]
  return {
    key: LIST_KEY,
    severity: 'notice',
    text: capped(`Part of HEARTBEAT.md does not work as it is written.\n${lines.join('\n')}`),
  }
}

export const workKey = (item: { readonly id: string }): string => `work:${item.id}`

/** Open causes that are flags which stand no more. */
export function goneFlagKeys(openKeys: readonly string[], flags: readonly string[]): readonly string[] {
  const keys = new Set(flags.map(flagKey))
  const standing = new Set([...(keys.size > FLAGS_TOLD ? [MORE_FLAGS] : []), ...keys])
  return openKeys.filter((key) => isFlagKey(key) && !standing.has(key))
}

/** Open causes whose line no longer stands in the file: a flag, a task, or a work item that is done. */
export function goneKeys(openKeys: readonly string[], doc: HeartbeatDoc): readonly string[] {
  const standing = new Set([
    ...doc.tasks.map((t) => t.key),
    ...doc.work.filter((w) => w.state !== 'done').map(workKey),
  ])
  return [
    ...goneFlagKeys(openKeys, flagTexts(doc)),
    ...openKeys.filter((key) => {
      const line = taskKeyOf(key)
      return /^(?:work|quick|hourly|daily):/.test(line) && !standing.has(line)
    }),
  ]
}

export const flagTexts = ({ flags }: HeartbeatDoc): readonly string[] => flags.map((flag) => flag.text)
