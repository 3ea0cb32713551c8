import { inQuotes } from '../../../../shared/base/hidden-text.ts'
import { err, ok } from '../../../../shared/base/result.ts'
import { formatDuration, formatLocal, SECOND, type Instant } from '../../../../shared/base/time.ts'
import { parseStamp } from '../../../../shared/playbook/stamp.ts'
import type { ToolAnswer } from '../../ports/agents.ts'

export const currentTime = (now: Instant, zone: string): ToolAnswer =>
  ok(`It is ${formatLocal(now, zone)} in ${zone}; ${new Date(now).toISOString()}.`)

export function elapsed(since: string, now: Instant): ToolAnswer {
  if (/^\s*\(?never\)?\s*$/i.test(since)) return ok('Never: that has not happened yet.')
  const at = parseStamp(since)
  if (at === null)
    return err(
      `${inQuotes(since)} is no time that can be read. Write it like 2026-11-22T09:41:00Z or ` +
        `"2026-11-22 09:41 +01:00", as HEARTBEAT.md does.`,
    )
  const ms = now - at
  return ok(
    ms >= 0
      ? `${formatDuration(ms)} ago (${Math.floor(ms / SECOND)} seconds)`
      : `in ${formatDuration(-ms)}: that lies in the future (${Math.ceil(-ms / SECOND)} seconds)`,
  )
}
