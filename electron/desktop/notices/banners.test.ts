import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Notice } from '../../engine/ports/desktop.ts'
import { bannerText, groupOf, planBanner, summaryOf } from './banners.ts'

const notice = (title: string, severity: Notice['severity'] = 'warning'): Notice => ({
  alertId: null,
  threadId: null,
  runId: null,
  severity,
  title,
  body: '',
})

describe('planBanner', () => {
  it.each([
    [[], 'single'],
    [[0, 10_000], 'single'],
    [[0, 10_000, 59_000], 'summary'],
    [[0, 1, 2, 3, 4], 'summary'],
  ] as const)('after banners at %j, one at 59.5 s is a %s', (recent, as) =>
    expect(planBanner(recent, 59_500).as).toBe(as),
  )
  it('forgets banners older than a minute', () =>
    expect(planBanner([0, 1, 2, 50_000], 60_001.5)).toEqual({ as: 'single', recent: [2, 50_000] }))
})

describe('summaryOf', () => {
  it('names the newest first and counts the rest', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => notice(name))
    expect(summaryOf(many)).toEqual({ title: '6 more alerts', body: 'f\ne\nd\nc\nand 2 more', urgent: false })
  })
  it('is urgent when one of them is', () =>
    expect(summaryOf([notice('a'), notice('b', 'urgent')]).urgent).toBe(true))
})

describe('bannerText', () => {
  it.each([
    ['<b>bold</b> & <a href="x">', 'body', '‹b›bold‹/b› & ‹a href="x"›'],
    ['two\nlines', 'title', 'two lines'],
    ['two\nlines', 'body', 'two\nlines'],
    ['bell\u0007 and \u202etxt.exe', 'body', 'bell  and  txt.exe'],
  ] as const)('%j in the %s is %j', (text, part, plain) => expect(bannerText(text, part)).toBe(plain))
  it('is capped by whole characters', () =>
    expect([...bannerText('🧵'.repeat(500), 'body')]).toHaveLength(300))
})

describe('groupOf', () => {
  const API = 'thr_1' as ThreadId
  it.each([
    ['win32', API, 'api', { groupId: 'thr_1', groupTitle: 'api' }],
    [
      'win32',
      API,
      '<a href="x">\u202e & \'b\'</a>',
      { groupId: 'thr_1', groupTitle: '‹a href="x"› & \'b\'‹/a›' },
    ],
    ['win32', API, null, { groupId: 'thr_1' }],
    ['win32', null, 'api', {}],
    ['darwin', API, 'api', { groupId: 'thr_1' }],
    ['linux', API, 'api', {}],
  ] as const)('on %s, of %s named %j: %j', (platform, threadId, name, group) =>
    expect(groupOf(platform, threadId, () => name)).toEqual(group),
  )
})
