import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE } from '../../shared/base/time.ts'
import type { JobSpec } from '../../shared/jobs/job.ts'
import { jobSpecSchema } from '../../shared/jobs/job-schema.ts'
import { draftOf, emptyDraft, readDraft, readSchedule } from './draft.ts'

const NOW = new Date(2026, 2, 10, 12).getTime()
const API = 'thr_2' as ThreadId

const ODD_MS = DAY + 2 * HOUR + 30 * MINUTE + 5001
const SPECS: readonly JobSpec[] = [
  {
    name: 'A command by the calendar',
    schedule: { kind: 'cron', expr: '0 9 * * 1', timeZone: 'Europe/Zurich' },
    action: {
      kind: 'command',
      argv: ['npm', 'run', 'a b'],
      env: { CI: '1' },
      limitMs: 90_000,
    },
    catchUp: 'grace',
    graceMs: 2 * HOUR,
    wake: 'now',
  },
  {
    name: 'A turn every so often',
    schedule: { kind: 'every', everyMs: ODD_MS, anchorAt: NOW + 1 },
    action: { kind: 'agent', prompt: 'Look at the migration.\nSay whether it can be rolled back.' },
    spread: false,
  },
  {
    name: 'A note once',
    schedule: { kind: 'at', at: NOW + 61_234 },
    action: { kind: 'event', text: 'The branch is frozen.' },
    catchUp: 'skip',
  },
  {
    name: 'A look back',
    schedule: { kind: 'cron', expr: '0 8 1 * *', timeZone: '' },
    action: { kind: 'reflect' },
  },
].map((spec) => jobSpecSchema.parse(spec))

describe('what is typed', () => {
  const draft = { ...emptyDraft(API, NOW), name: 'x', text: 'y' }
  it('is bounded, and the bound is named', () => {
    expect(readSchedule({ ...draft, kind: 'every', every: '20 s' })).toBe(
      'The time between two starts is 1 min to 366 d; “20 s” is too short.',
    )
    expect(readSchedule({ ...draft, kind: 'every', every: 'often' })).toContain('“often” is not a time.')
    expect(readDraft({ ...draft, catchUp: 'grace', grace: '9 d' }).problems.grace).toBe(
      'The oldest due time that still counts is 1 min to 7 d; “9 d” is too long.',
    )
    expect(readDraft({ ...draft, action: 'command', argv: ['x'], limit: '7 h' }).problems.limit).toContain(
      '5 s to 6 h',
    )
    expect(readDraft({ ...draft, text: 'z'.repeat(4001) }).problems.action).toBe(
      'The text may have 4,000 characters; this one has 4,001.',
    )
    expect(
      readDraft({ ...draft, action: 'command', argv: ['x'], env: [['2A', 'v']] }).problems.action,
    ).toContain('“2A”')
  })
  it.each(SPECS)('is the job again when nothing was changed, to the millisecond: $name', (spec) => {
    expect(readDraft(draftOf({ ...spec, threadId: API }, NOW)).spec).toEqual(spec)
  })
  it('becomes what the contract takes', () => {
    expect(readDraft({ ...draft, kind: 'every', every: '1 d' }).spec).toMatchObject({
      schedule: { kind: 'every', everyMs: DAY },
      graceMs: HOUR,
      spread: true,
    })
    expect(
      readDraft({ ...draft, action: 'command', argv: ['npm', '', 'test'], limit: '90 s' }).spec?.action,
    ).toEqual({ kind: 'command', argv: ['npm', 'test'], env: {}, limitMs: 1.5 * MINUTE })
    expect(readDraft({ ...draft, action: 'reflect' }).spec?.action).toEqual({ kind: 'reflect' })
  })
})
