import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../base/time.ts'
import { jobSpecSchema } from './job-schema.ts'
import { readJob, type ActionText, type JobText } from './read-job.ts'

const TEXT: JobText = {
  name: ' audit ',
  schedule: { kind: 'cron', expr: ' 0 3 * * * ', timeZone: '' },
  action: { kind: 'event', text: ' Look ' },
}
const command = (more: Partial<Extract<ActionText, { kind: 'command' }>> = {}): JobText => ({
  ...TEXT,
  action: { kind: 'command', argv: ['npm', 'audit'], env: [['A', 'b=c']], limit: '1 hour', ...more },
})
const spec = (text: JobText) => {
  const job = readJob(text, null)
  return job.ok ? job.value : null
}
const problems = (text: JobText) => {
  const job = readJob(text, null)
  return job.ok ? [] : job.error
}

describe('a job that was typed', () => {
  it('has the defaults of the schema where nothing is said', () => {
    const { name, schedule, action } = spec(TEXT)!
    expect({ name, schedule, action }).toEqual({
      name: 'audit',
      schedule: { kind: 'cron', expr: '0 3 * * *', timeZone: '' },
      action: { kind: 'event', text: 'Look' },
    })
    expect(spec(TEXT)).toEqual(jobSpecSchema.parse({ name, schedule, action }))
    expect(spec(command({ limit: undefined }))).toEqual(
      jobSpecSchema.parse({
        name,
        schedule,
        action: { kind: 'command', argv: ['npm', 'audit'], env: { A: 'b=c' } },
      }),
    )
  })
  it('keeps what is not said', () => {
    const before = {
      ...spec(command())!,
      spread: false,
      catchUp: 'grace',
      graceMs: 2 * HOUR,
      wake: 'now',
    } as const
    expect(readJob({ name: 'audit' }, before)).toEqual({ ok: true, value: before })
    expect(readJob({ name: 'other', grace: '3d', spread: true }, before)).toEqual({
      ok: true,
      value: { ...before, name: 'other', graceMs: 3 * DAY, spread: true },
    })
  })
  it('reads lengths of time as a person writes them', () => {
    expect(
      spec({ ...TEXT, schedule: { kind: 'every', every: '1 h 30 min', anchorAt: 7 } })?.schedule,
    ).toEqual({
      kind: 'every',
      everyMs: 90 * MINUTE,
      anchorAt: 7,
    })
    expect(spec(command())?.action).toMatchObject({ limitMs: HOUR })
  })
  it.each<readonly [string, JobText, readonly object[]]>([
    [
      'nothing',
      { name: '' },
      [
        { field: 'name', code: 'empty' },
        { field: 'schedule', code: 'missing' },
        { field: 'action', code: 'missing' },
      ],
    ],
    [
      'a long name',
      { ...TEXT, name: 'x'.repeat(101) },
      [{ field: 'name', code: 'long', most: 100, length: 101 }],
    ],
    ['no time', { ...TEXT, schedule: { kind: 'at', at: null } }, [{ field: 'at', code: 'unreadable' }]],
    [
      'no anchor',
      { ...TEXT, schedule: { kind: 'every', every: '1h', anchorAt: null } },
      [{ field: 'anchor', code: 'unreadable' }],
    ],
    [
      'too often',
      { ...TEXT, schedule: { kind: 'every', every: '10s', anchorAt: 0 } },
      [{ field: 'every', code: 'short', text: '10s', leastMs: MINUTE, mostMs: 366 * DAY }],
    ],
    [
      'an empty line',
      { ...TEXT, schedule: { kind: 'cron', expr: ' ', timeZone: '' } },
      [{ field: 'expr', code: 'empty' }],
    ],
    ['an empty text', { ...TEXT, action: { kind: 'agent', text: ' ' } }, [{ field: 'agent', code: 'empty' }]],
    [
      'a long text',
      { ...TEXT, action: { kind: 'event', text: 'x'.repeat(4001) } },
      [{ field: 'event', code: 'long', most: 4000, length: 4001 }],
    ],
    [
      'no program and no end',
      command({ argv: [' '], limit: 'soon' }),
      [
        { field: 'argv', code: 'empty' },
        { field: 'limit', code: 'unreadable', text: 'soon' },
      ],
    ],
    [
      'many arguments',
      command({ argv: Array.from({ length: 65 }, () => 'x') }),
      [{ field: 'argv', code: 'long', most: 64, args: 65 }],
    ],
    [
      'a variable without a name',
      command({ env: [['2A', 'x']] }),
      [{ field: 'env', code: 'unreadable', name: '2A' }],
    ],
    [
      'an old grace',
      { ...TEXT, grace: '8d' },
      [{ field: 'grace', code: 'long', text: '8d', leastMs: MINUTE, mostMs: 7 * DAY }],
    ],
  ])('is refused with %s', (_what, text, expected) => expect(problems(text)).toEqual(expected))
})
