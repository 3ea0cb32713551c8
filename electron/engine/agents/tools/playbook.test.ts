import { describe, expect, it } from 'vitest'
import { TOOL_LIMITS } from '../../../../shared/agents/tool-limits.ts'
import { parse } from '../../../../shared/playbook/doc.ts'
import { afterDeath } from '../../../../shared/runs/after-death.ts'
import { answerOf, refusal, toolsBench, WORK } from '../../testing/tools-bench.ts'

describe('heartbeat_read and heartbeat_write', () => {
  it('shows what an agent works with, by key, and names what it leaves out', async () => {
    const b = toolsBench()
    const own = b.add('own', {
      playbook: WORK.replace('(none)', '- Prod is down\u202E').replace(
        '## Hourly',
        `${Array.from({ length: 230 }, (_, i) => `- [ ] Check ${i}`).join('\n')}\n\n## Hourly`,
      ),
    })
    const text = answerOf(await b.beat(own).heartbeatRead())
    for (const part of [
      '- Prod is down<U+202E>',
      'key: quick:run git status',
      'key: daily:flag stale branches',
      '- [in-progress] db-2: Vacuum',
      'key: work:db-2',
      '- the build needs an hour',
      '… and 31 more (not shown)',
      'Timestamps: last quick (never)',
    ])
      expect(text).toContain(part)
  })

  it('writes all edits or none, and says of each refused one what would do', async () => {
    const b = toolsBench()
    const own = b.add('own')
    const tools = b.beat(own)
    const answer = refusal(
      await tools.heartbeatWrite([
        { do: 'addTask', tier: 'quick', text: 'Look at the log' },
        { do: 'tick', key: 'quick:no such', on: true },
        { do: 'moveWork', id: 'db-1', to: 'done' },
        { do: 'moveWork', id: 'db-3', to: 'in-progress' },
        { do: 'appendNote', text: 'fine' },
      ]),
    )
    expect(answer).toContain('3 of 5 edits cannot be made')
    expect(answer).toContain(
      'edit 2 (tick): no quick task with key "quick:no such"; keys are: quick:run git status | quick:look at the log',
    )
    expect(answer).toContain('edit 3 (moveWork): "db-1" is pending and cannot become done')
    expect(answer).toContain('edit 4 (moveWork): "db-3" is failed')
    expect([b.text(own), tools.collected().writes, tools.collected().moves]).toEqual([WORK, 0, []])
    expect(
      (
        await tools.heartbeatWrite([
          { do: 'moveWork', id: 'db-1', to: 'in-progress' },
          { do: 'moveWork', id: 'db-1', to: 'done', note: 'took a minute' },
          { do: 'tick', key: 'quick:run git status', on: true },
        ])
      ).ok,
    ).toBe(true)
    const doc = parse(b.text(own))
    expect([doc.work[0]?.state, doc.tasks[0]?.ticked, doc.work[0]?.notes.at(-1)]).toEqual([
      'done',
      true,
      'done: 2026-03-10 09:00 +01:00 – took a minute',
    ])
    expect(tools.collected()).toEqual({
      report: null,
      scores: [],
      written: { day: null, flags: null, week: null },
      calls: 2,
      writes: 1,
      moves: [
        { id: 'db-1', to: 'in-progress' },
        { id: 'db-1', to: 'done' },
      ],
    })
  })

  it('keeps what somebody else writes in the same moment', async () => {
    const b = toolsBench()
    const own = b.add('own')
    let once = true
    b.onWrite(() => {
      if (once) b.files.set('/own', b.text(own).replace('an hour', 'two hours'))
      once = false
    })
    expect((await b.beat(own).heartbeatWrite([{ do: 'addFlag', text: 'CI is red' }])).ok).toBe(true)
    expect(parse(b.text(own)).flags.map((f) => f.text)).toEqual(['CI is red'])
    expect(b.text(own)).toContain('two hours')
  })

  it('refuses a file with conflict markers, a missing one, hidden characters, and a list without end', async () => {
    const b = toolsBench()
    const conflicted = `${WORK}<<<<<<< ours\n=======\n>>>>>>> theirs\n`
    const torn = b.add('torn', { playbook: conflicted })
    expect(refusal(await b.beat(torn).flag('x', true))).toContain('conflict markers')
    expect(b.text(torn)).toBe(conflicted)
    const missing = b.add('missing')
    b.files.delete('/missing')
    const lost = b.beat(missing)
    expect([refusal(await lost.heartbeatRead()), refusal(await lost.flag('x', true))]).toEqual([
      expect.stringContaining('no HEARTBEAT.md yet'),
      expect.stringContaining('missing'),
    ])
    const own = b.add('own')
    const tools = b.beat(own)
    expect(
      refusal(await tools.heartbeatWrite([{ do: 'addTask', tier: 'quick', text: 'Look\u200B here' }])),
    ).toContain('U+200B')
    expect(
      refusal(await tools.heartbeatWrite([{ do: 'addTask', tier: 'quick', text: 'x'.repeat(1001) }])),
    ).toContain('the limit is 1000')
    expect(refusal(await tools.heartbeatWrite([]))).toContain('1 to 50 edits')
    for (let batch = 0; batch < 9; batch++)
      expect(
        (
          await tools.heartbeatWrite(
            Array.from({ length: 50 }, (_, i) => ({
              do: 'addTask' as const,
              tier: 'daily' as const,
              text: `Task ${batch}-${i}`,
            })),
          )
        ).ok,
      ).toBe(true)
    expect(
      refusal(
        await tools.heartbeatWrite(
          Array.from({ length: 50 }, (_, i) => ({
            do: 'addTask' as const,
            tier: 'daily' as const,
            text: `More ${i}`,
          })),
        ),
      ),
    ).toContain(`${TOOL_LIMITS.listTasks} is the limit`)
  })

  it('lets no run raise flags or add notes without end, and says what would do', async () => {
    const b = toolsBench()
    const own = b.add('own')
    const flags = (from: number, n: number) =>
      Array.from({ length: n }, (_, i) => ({ do: 'addFlag' as const, text: `Broken: ${from + i}` }))
    const tools = b.beat(own)
    expect(refusal(await tools.heartbeatWrite(flags(0, 21)))).toContain(
      '21 flags would stand, and 20 is the limit. Clear what is settled first',
    )
    expect((await tools.heartbeatWrite(flags(0, 20))).ok).toBe(true)
    expect(refusal(await tools.flag('One more', true))).toContain('20 is the limit')
    expect(
      (
        await tools.heartbeatWrite([
          { do: 'clearFlag', text: 'Broken: 3' },
          { do: 'addFlag', text: 'One more' },
        ])
      ).ok,
    ).toBe(true)
    expect(parse(b.text(own)).flags).toHaveLength(20)

    const note = (n: number) => ({ do: 'appendNote' as const, text: `${n} ${'x'.repeat(990)}` })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => tools.heartbeatWrite([note(i)])))
    expect(refusal(answers.at(-1)!)).toContain('a run adds at most 20000 characters of notes')
    expect(b.text(own).length).toBeLessThan(22_000)
    b.store.runs.rescueOrphans(new Set(), afterDeath, b.clock.now())
    const standing = `${WORK}${'- an old note\n'.repeat(15_000)}`
    b.files.set('/own', standing)
    const next = b.beat(own)
    expect(refusal(await next.heartbeatWrite([note(0)]))).toMatch(
      /the notes would have \d+ characters, and 200000 is the limit/,
    )
    // a file that is long already can still be worked
    expect((await next.heartbeatWrite([{ do: 'tick', key: 'quick:run git status', on: true }])).ok).toBe(true)
  })

  it('raises and clears a flag, and does nothing twice', async () => {
    const b = toolsBench()
    const own = b.add('own')
    const tools = b.talk(own)
    await tools.flag('CI is red', true)
    expect([answerOf(await tools.flag('CI is red', true)), parse(b.text(own)).flags.length]).toEqual([
      'Nothing had to change: the file says so already.',
      1,
    ])
    await tools.flag('CI is red', false)
    expect([parse(b.text(own)).flags.length, tools.collected().writes]).toEqual([0, 2])
    expect(refusal(await tools.flag('Unknown', false))).toContain('no raised flag "Unknown"')
  })
})
