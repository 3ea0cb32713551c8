import { describe, expect, it } from 'vitest'
import { parse } from '../doc.ts'
import type { HeartbeatEdit } from './edit.ts'
import { seedText } from '../templates/template.ts'
import { changes, FILE, after } from '../testing/edited.ts'

const at = Date.UTC(2026, 10, 22, 8, 41)
const timeZone = 'Europe/Berlin'

describe('applyEdit: flags, notes, stamps', () => {
  it('puts the first flag in the place of "(none)" and back', () => {
    expect(changes(FILE, { do: 'addFlag', text: 'main is red' })).toEqual(['-(none)\n', '+- main is red\n'])
    expect(
      changes(FILE, { do: 'addFlag', text: 'main is red' }, { do: 'clearFlag', text: 'Main is red.' }),
    ).toEqual([])
    expect(
      changes(FILE, { do: 'addFlag', text: 'a' }, { do: 'addFlag', text: 'b' }, { do: 'addFlag', text: 'A' }),
    ).toEqual(['-(none)\n', '+- a\n', '+- b\n'])
    expect(after(FILE, { do: 'clearFlag', text: 'x' })).toBe(
      'no_such_flag: no raised flag "x"; flags are: (none)',
    )
  })

  it('appends a note whose lines cannot become headings or tasks', () => {
    expect(changes(FILE, { do: 'appendNote', text: 'Seen:\n## Quick Tasks\n- [ ] evil\n```' })).toEqual([
      '+- Seen:\n',
      '+    ## Quick Tasks\n',
      '+    - [ ] evil\n',
      '+    ```\n',
    ])
    expect(
      parse(after(`${FILE}## Quick Tasks\n- z\n`, { do: 'appendNote', text: 'a\n```\n' })).tasks.map(
        (t) => t.text,
      ),
    ).toContain('z')
  })

  it('writes a stamp into its own line and nowhere when there is none', () => {
    expect(changes(FILE, { do: 'stamp', tier: 'quick', at, timeZone })).toEqual([
      '-- Last quick: (never)\n',
      '+- Last quick: 2026-11-22 09:41 +01:00\n',
    ])
    expect(changes(FILE, { do: 'stamp', tier: 'hourly', at, timeZone })).toEqual([
      '-- **Last hourly:** (never)\n',
      '+- **Last hourly:** 2026-11-22 09:41 +01:00\n',
    ])
    expect(changes(FILE, { do: 'stamp', tier: 'daily', at, timeZone })).toEqual([])
    expect(parse(after(FILE, { do: 'stamp', tier: 'quick', at, timeZone })).stamps.quick.never).toBe(false)
  })
})

describe('applyEdit: work', () => {
  const QUEUE =
    '## Work Queue\n- [pending] db-1: Rebuild\n  ask Ann first\n- [failed] t: Tidy\n  attempts left: ' +
    '1\n- [in-progress] r: Release\n\n## Notes\n'
  const by = { do: 'moveWork', at, timeZone } as const

  it('moves along the legal ways and writes the time below', () => {
    expect(changes(QUEUE, { ...by, id: 'db-1', to: 'in-progress', by: 'engine' })).toEqual([
      '-- [pending] db-1: Rebuild\n',
      '-  ask Ann first\n',
      '+- [in-progress] db-1: Rebuild\n',
      '+  ask Ann first\n',
      '+  in-progress: 2026-11-22 09:41 +01:00\n',
    ])
    expect(
      parse(after(QUEUE, { ...by, id: 'r', to: 'failed', by: 'agent', note: 'no\nnet' })).work[2],
    ).toMatchObject({ state: 'failed', notes: ['failed: 2026-11-22 09:41 +01:00 – no net'] })
  })

  it('puts failed work back only for a person or an attempt that is left', () => {
    const once = after(QUEUE, { ...by, id: 't', to: 'pending', by: 'engine' })
    expect(parse(once).work[1]).toMatchObject({ state: 'pending', attemptsLeft: 0 })
    const failedAgain: HeartbeatEdit[] = [
      { ...by, id: 't', to: 'in-progress', by: 'engine' },
      { ...by, id: 't', to: 'failed', by: 'engine' },
    ]
    expect(after(once, ...failedAgain, { ...by, id: 't', to: 'pending', by: 'engine' })).toMatch(
      /^illegal_move: "t" failed and has no "attempts left: n" above zero/,
    )
    expect(
      parse(after(once, ...failedAgain, { ...by, id: 't', to: 'pending', by: 'person' })).work[1]?.state,
    ).toBe('pending')
  })

  it('refuses other moves, unknown ids and an unreadable queue, each in a sentence', () => {
    expect(after(QUEUE, { ...by, id: 'db-1', to: 'done', by: 'agent' })).toBe(
      'illegal_move: "db-1" is pending and cannot become done; from pending it may become: in-progress',
    )
    expect(after(QUEUE, { ...by, id: 'x', to: 'done', by: 'agent' })).toBe(
      'no_such_work: no work item "x"; ids are: db-1, t, r',
    )
    expect(after(QUEUE.replace('[failed]', '[faild]'), { ...by, id: 'r', to: 'done', by: 'agent' })).toMatch(
      /^queue_disabled: .*line 4.*got "faild"/,
    )
  })
})

describe('applyEdit: the template', () => {
  it('takes a stamp, a tick and a flag without any other change', () => {
    const seed = seedText({
      defaultBranch: 'main',
      remote: 'origin',
      hasGh: true,
      threadName: 'x',
      masterNumber: 1,
      bare: false,
    })
    const doc = parse(seed)
    const key = doc.tasks[0]?.key ?? ''
    expect(
      after(
        seed,
        { do: 'tick', key, on: true },
        { do: 'untickTier', tier: 'quick' },
        { do: 'addFlag', text: 'f' },
        { do: 'clearFlag', text: 'f' },
      ),
    ).toBe(seed)
  })
})
