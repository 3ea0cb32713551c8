import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../base/ids.ts'
import {
  incidentOf,
  incidentsIn,
  isOver,
  troubleOf,
  withBeat,
  type BeatTrouble,
  type IncidentClass,
} from './incident.ts'
import { MINUTE } from '../base/time.ts'

const NOW = 100 * MINUTE
const id = (name: string): ThreadId => name as ThreadId
const beat = (name: string, agoMin: number, trouble: IncidentClass | null): BeatTrouble => ({
  threadId: id(name),
  at: NOW - agoMin * MINUTE,
  trouble,
})
const well = (n: number): BeatTrouble[] => Array.from({ length: n }, (_, i) => beat(`w${i}`, 1, null))

describe('the class of a trouble', () => {
  it.each([
    [{ code: 'agent.timed_out', message: 'after 90 s' }, [], 'timed_out'],
    [{ code: 'task.failed', message: 'fatal: Could not resolve host: github.com' }, [], 'offline'],
    [{ code: 'file.write_failed', message: 'ENOSPC: no space left on device' }, [], 'disk_full'],
    [{ code: 'repo.missing', message: '/x is not there' }, [], 'folders_missing'],
    [{ code: 'agent.exit_nonzero', message: 'exit 1' }, [], null],
    [null, ['origin could not be reached'], 'offline'],
    [null, ['2 branches are stale'], null],
    [null, [], null],
  ] as const)('%j with %j is %s', (fault, notices, cause) => expect(troubleOf(fault, notices)).toBe(cause))
})

describe('an incident', () => {
  it.each([
    [
      'three of three threads',
      [beat('a', 1, 'timed_out'), beat('b', 2, 'timed_out'), beat('c', 3, 'timed_out')],
      1,
    ],
    [
      'two threads, however often',
      [beat('a', 1, 'timed_out'), beat('a', 2, 'timed_out'), beat('b', 3, 'timed_out')],
      0,
    ],
    [
      'three of ten beats',
      [...well(7), beat('a', 1, 'offline'), beat('b', 2, 'offline'), beat('c', 3, 'offline')],
      1,
    ],
    [
      'three of eleven beats',
      [...well(8), beat('a', 1, 'offline'), beat('b', 2, 'offline'), beat('c', 3, 'offline')],
      0,
    ],
    ['one too long ago', [beat('a', 1, 'offline'), beat('b', 2, 'offline'), beat('c', 5, 'offline')], 0],
    ['different causes', [beat('a', 1, 'offline'), beat('b', 2, 'timed_out'), beat('c', 3, 'tools')], 0],
    [
      'one that is well again',
      [beat('a', 1, null), beat('a', 4, 'offline'), beat('b', 2, 'offline'), beat('c', 3, 'offline')],
      0,
    ],
  ] as const)('of %s', (_what, beats, count) => expect(incidentsIn(beats, NOW)).toHaveLength(count))

  it('is joined by who fails the same way, and over when all are well', () => {
    const start = ['a', 'b', 'c'].map((name) => ({ threadId: id(name), failing: true, lastFailedAt: NOW }))
    const joined = withBeat(start, 'offline', beat('d', 0, 'offline'))
    expect([joined.length, withBeat(start, 'offline', beat('e', 0, null)).length]).toEqual([4, 3])
    const better = ['a', 'b', 'c', 'd'].reduce(
      (members, name) => withBeat(members, 'offline', beat(name, 0, null)),
      joined,
    )
    expect([isOver(joined, NOW), isOver(better, NOW)]).toEqual([false, true])
  })
  it('is over for two that did not fail any more for a quarter of an hour, not for three', () => {
    const failing = (n: number) =>
      Array.from({ length: n }, (_, i) => ({
        threadId: id(String(i)),
        failing: true,
        lastFailedAt: NOW - 15 * MINUTE,
      }))
    expect([isOver(failing(2), NOW), isOver(failing(2), NOW - 1), isOver(failing(3), NOW)]).toEqual([
      true,
      false,
      false,
    ])
  })
  it('folds what is broken by it, and never what is urgent or of another cause', () => {
    const incident = {
      class: 'offline' as const,
      resolvedAt: null,
      members: [{ threadId: id('a'), failing: true, lastFailedAt: NOW }],
    }
    const alert = (key: string | null, severity: 'warning' | 'urgent' | 'notice', text = 'x', thread = 'a') =>
      incidentOf({ threadId: id(thread), key, severity, text }, [incident]) !== null
    expect([
      alert('broken', 'warning'),
      alert('q:fetch', 'notice', 'origin could not be reached'),
      alert('broken', 'urgent'),
      alert('q:tests', 'warning'),
      alert('broken', 'warning', 'x', 'b'),
    ]).toEqual([true, true, false, false, false])
  })
})
