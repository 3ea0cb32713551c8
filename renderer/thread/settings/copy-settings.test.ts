import { expect, it } from 'vitest'
import { HOUR } from '../../../shared/base/time.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { sampleSnapshot } from '../../../shared/views/testing/sample-snapshot.ts'
import { differences } from './copy-settings.tsx'

const { threads } = sampleSnapshot(Date.parse('2026-11-22T09:42:00Z'))
const named = (name: string): ThreadView => threads.find((t) => t.name === name)!

it('tells what copied settings would change, and never copies rights of a time', () => {
  const from = { ...named('release-bot'), intervalMs: HOUR }
  expect(
    differences(from, named('mobile-app'), ['schedule', 'runner']).map((d) => [d.part, d.before, d.after]),
  ).toEqual([
    ['schedule', 'every 8 min, at any time', 'every 1 h, at any time'],
    ['runner', 'Local checks', 'Codex'],
  ])
  expect(
    differences(
      from,
      { ...from, agent: from.agent.kind === 'cli' ? { ...from.agent, bypassUntil: null } : from.agent },
      ['runner'],
    ),
  ).toEqual([])
})
