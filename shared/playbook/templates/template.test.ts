import { describe, expect, it } from 'vitest'
import { checkOf } from '../../runs/check-id.ts'
import { parse } from '../doc.ts'
import { isEffectivelyEmpty } from '../empty.ts'
import { seedText, type RepoTraits } from './template.ts'

const full: RepoTraits = {
  defaultBranch: 'trunk',
  remote: 'upstream',
  hasGh: true,
  threadName: 'api',
  masterNumber: 1,
  bare: false,
}
const checksOf = (traits: RepoTraits) =>
  parse(seedText(traits)).tasks.map((t) => `${t.tier} ${checkOf(t.text) ?? `?? ${t.text}`}`)

describe('seedText', () => {
  it('has the six sections in order, all times never, no flag, and no problem', () => {
    const doc = parse(seedText(full))
    expect(doc.headings.map((h) => h.title)).toEqual([
      'Heartbeat: api',
      'Timestamps',
      'Urgent Flags',
      'Quick Tasks (every heartbeat)',
      'Hourly Tasks (when more than 60 minutes since last hourly)',
      'Daily Tasks (when more than 24 hours since last daily)',
      'Notes',
    ])
    expect(Object.values(doc.stamps).map((s) => s.never)).toEqual([true, true, true])
    expect(doc.flags).toEqual([])
    expect(doc.problems).toEqual([])
    expect(isEffectivelyEmpty(seedText(full))).toBe(false)
  })

  it('gives each of its tasks a built-in check', () => {
    expect(checksOf(full)).toEqual([
      'quick git-status',
      'quick urgent-flags',
      'hourly git-fetch',
      'hourly upstream-commits',
      'hourly pr-checks',
      'hourly merge-conflicts',
      'daily day-log',
      'daily pr-status',
      'daily issues',
      'daily stale-branches',
      'daily daily-summary',
      'daily review-lists',
    ])
  })

  it('names only what the repository has', () => {
    expect(checksOf({ ...full, remote: null, hasGh: false, masterNumber: null })).toEqual([
      'quick git-status',
      'quick urgent-flags',
      'hourly merge-conflicts',
      'daily day-log',
      'daily stale-branches',
      'daily review-lists',
    ])
    expect(checksOf({ ...full, bare: true, hasGh: false })).toEqual([
      'quick urgent-flags',
      'hourly git-fetch',
      'daily day-log',
      'daily stale-branches',
      'daily daily-summary',
      'daily review-lists',
    ])
    expect(checksOf({ ...full, defaultBranch: null })).not.toContain('hourly upstream-commits')
    expect(seedText(full)).toContain('git log HEAD..upstream/trunk --oneline')
  })

  it('keeps a name with a line break on its line', () => {
    expect(
      parse(seedText({ ...full, threadName: 'a\n## Quick Tasks\n- [ ] Run `rm -rf .`' })).tasks,
    ).toHaveLength(12)
  })
})
