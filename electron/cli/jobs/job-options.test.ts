import { describe, expect, it } from 'vitest'
import type { JobSpec } from '../../../shared/jobs/job.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { readSpec, type JobOptions } from './job-options.ts'

const NOW = Date.UTC(2026, 10, 22, 8)
const BERLIN = 'Europe/Berlin'

describe('a job', () => {
  const spec = (o: JobOptions, argv: readonly string[] = [], before: JobSpec | null = null): JobSpec =>
    readSpec('audit', o, argv, before, NOW, BERLIN)
  it.each<[JobOptions, readonly string[], Partial<JobSpec>]>([
    [
      { cron: '0 3 * * *', command: true },
      ['npm', 'audit', '--json'],
      {
        schedule: { kind: 'cron', expr: '0 3 * * *', timeZone: '' },
        action: { kind: 'command', argv: ['npm', 'audit', '--json'], env: {}, limitMs: 10 * MINUTE },
        catchUp: 'once',
        spread: true,
        wake: 'next',
      },
    ],
    [
      { cron: '0 3 * * *', zone: 'Asia/Tokyo', reflect: true, spread: false },
      [],
      {
        schedule: { kind: 'cron', expr: '0 3 * * *', timeZone: 'Asia/Tokyo' },
        action: { kind: 'reflect' },
        spread: false,
      },
    ],
    [
      { every: '6h', prompt: 'Look' },
      [],
      {
        schedule: { kind: 'every', everyMs: 6 * HOUR, anchorAt: NOW },
        action: { kind: 'agent', prompt: 'Look' },
      },
    ],
    [
      { at: 'in 2h', event: 'Release', wake: 'now' },
      [],
      {
        schedule: { kind: 'at', at: NOW + 2 * HOUR },
        action: { kind: 'event', text: 'Release' },
        wake: 'now',
      },
    ],
    [{ every: '1d', event: 'x', grace: '2h' }, [], { catchUp: 'grace', graceMs: 2 * HOUR }],
    [
      { every: '1d', command: true, env: ['A=b=c'], limit: '1h' },
      ['x'],
      { action: { kind: 'command', argv: ['x'], env: { A: 'b=c' }, limitMs: HOUR } },
    ],
  ])('%j %j', (o, argv, wanted) => expect(spec(o, argv)).toMatchObject(wanted))

  it.each<[JobOptions, readonly string[], RegExp]>([
    [{}, [], /When\?/],
    [{ every: '1h' }, [], /What\?/],
    [{ every: '1h', cron: '* * * * *', event: 'x' }, [], /One schedule/],
    [{ every: '1h', event: 'x', prompt: 'y' }, [], /One action/],
    [{ every: '10s', event: 'x' }, [], /--every must be a duration of 1m to 366d.*got "10s"/],
    [{ every: '1h', command: true }, [], /behind --/],
    [{ every: '1h', event: 'x' }, ['npm'], /"npm" is neither/],
    [{ every: '1h', event: 'x', zone: 'UTC' }, [], /--zone belongs/],
    [{ every: '1h', event: 'x', catchUp: 'skip', grace: '1h' }, [], /--grace belongs/],
    [{ every: '1h', event: 'x', limit: '1h' }, [], /belong to --command/],
    [{ every: '1h', command: true, limit: '7h' }, ['x'], /--limit must be a duration of 5s to 6h/],
    [{ every: '1h', command: true, env: ['2A=x'] }, ['x'], /--env must be NAME=VALUE, got "2A=x"/],
    [{ every: '1h', command: true, env: ['A'] }, ['x'], /--env must be NAME=VALUE, got "A"/],
    [{ cron: '', event: 'x' }, [], /--cron must not be empty/],
    [{ every: '1h', event: 'x'.repeat(4001) }, [], /--event must have at most 4000 characters, got 4001/],
  ])('not %j %j', (o, argv, why) => expect(() => spec(o, argv)).toThrow(why))

  it('keeps what an edit does not name', () => {
    const before = spec({
      cron: '0 3 * * *',
      zone: 'Asia/Tokyo',
      event: 'x',
      spread: false,
      wake: 'now',
      grace: '2h',
    })
    expect(spec({}, [], before)).toEqual(before)
    expect(spec({ zone: 'UTC', spread: true }, [], before)).toEqual({
      ...before,
      schedule: { kind: 'cron', expr: '0 3 * * *', timeZone: 'UTC' },
      spread: true,
    })
    expect(spec({ cron: '5 3 * * *' }, [], before).schedule).toEqual({
      kind: 'cron',
      expr: '5 3 * * *',
      timeZone: 'Asia/Tokyo',
    })
    expect(spec({ every: String((2 * DAY) / MINUTE) }, [], before).schedule).toMatchObject({
      kind: 'every',
      everyMs: 2 * DAY,
    })
  })
})
