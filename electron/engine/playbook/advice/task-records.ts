import { DAY } from '../../../../shared/base/time.ts'
import { RECORD_DAYS, type TaskRecord } from '../../../../shared/playbook/lint/records.ts'
import { parse } from '../../../../shared/playbook/doc.ts'
import { keptSince } from '../../../../shared/history/kept.ts'
import { sameTask } from '../../../../shared/runs/shell/same-task.ts'
import { checkOf } from '../../../../shared/runs/check-id.ts'
import { TIERS, type Tier } from '../../../../shared/schedule/tier.ts'
import { readSettings } from '../../../../shared/settings/settings.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'
import { missingOf } from './missing-programs.ts'
import { triedTimes } from './tried-times.ts'

interface Parts {
  readonly ports: Pick<Ports, 'clock' | 'files' | 'repositories'>
  readonly store: Pick<Store, 'pollination' | 'tasks' | 'runs' | 'settings' | 'backtests' | 'permissions'>
}

/**
 * What the lines of a list have found since each was first worked, at most in RECORD_DAYS and what the history keeps. What
 * the app checks by itself is a base for other lines: of it only what it is the same as is said. A file that cannot be
 * read: none.
 */
export async function taskRecords(thread: Thread, { ports, store }: Parts): Promise<readonly TaskRecord[]> {
  const { id, repoPath } = thread
  const file = await ports.files.read(repoPath)
  if (!file.ok || file.value.encoding !== 'utf-8') return []
  const now = ports.clock.now()
  const since = Math.max(
    now - RECORD_DAYS * DAY,
    keptSince(readSettings(store.settings.values()).settings, now).runs,
  )
  const worth = store.pollination.worth(id, since)
  const known = store.tasks.known(id)
  const costs = store.runs.tierCosts(id, since)
  const beatsOf = (tier: Tier): number =>
    costs
      .filter((cost) => TIERS.indexOf(cost.tier) >= TIERS.indexOf(tier))
      .reduce((sum, { runs }) => sum + runs, 0)
  const { tasks } = parse(file.value.text)
  const tried = await triedTimes(thread, tasks, { ports, store })
  const missing = await missingOf(thread, tasks, { ports, store })
  return tasks.map(({ key, tier, text }) => {
    const told = missing.get(key)
    const triedAt = known.get(key)?.triedAt ?? now
    const isOurs = checkOf(text) !== null
    const { raised, confirmed } = worth.get(key) ?? { raised: 0, confirmed: 0 }
    return {
      key,
      days: isOurs ? 0 : Math.max(0, Math.floor((now - Math.max(since, triedAt)) / DAY)),
      beats: beatsOf(tier),
      raised,
      confirmed: isOurs ? 0 : confirmed,
      same: sameTask(text),
      triedMs: tried.get(key) ?? null,
      ...(told === undefined ? {} : { missing: told }),
    }
  })
}
