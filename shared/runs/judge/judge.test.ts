import { describe, expect, it } from 'vitest'
import { local, task, agent, withFlags } from '../testing/judge-facts.ts'

describe('judging local checks', () => {
  it('sums up what a passed check has to tell, before what leaves nothing to know', () => {
    const notes = [
      'clean',
      '`true` passed',
      'nothing new',
      '3 behind origin/main',
      '2 commits in the last 24 hours',
      '1 more',
    ]
    expect(local(notes.map((note) => ({ ...task('passed'), note })))).toMatchObject({
      outcome: 'quiet',
      summary: '6 checks passed; 3 behind origin/main, 2 commits in the last 24 hours.',
    })
    expect(local([{ ...task('passed'), note: 'clean' }])).toMatchObject({ summary: '1 check passed; clean.' })
  })

  it('is quiet when all that could be executed passed, and says what waits for an agent', () => {
    expect(local([task('passed'), task('needs_agent')])).toMatchObject({
      outcome: 'quiet',
      stamps: ['quick'],
      summary: '1 check passed; passed note. 1 task waits for an agent.',
    })
  })
  it('raises each finding under its task and clears what passed', () => {
    expect(local([task('passed'), task('finding')])).toMatchObject({
      outcome: 'alert',
      raised: [{ key: 'quick:finding', severity: 'warning' }],
      cleared: expect.arrayContaining(['quick:passed', 'broken']),
    })
  })
  it('is broken, and keeps its tiers due, when a check could not be executed', () => {
    expect(local([task('failed'), task('passed')])).toMatchObject({ outcome: 'broken', stamps: [] })
  })
  it('stays urgent when another check failed beside an urgent finding, and keeps its tiers due', () => {
    expect(local([task('failed'), task('finding', { severity: 'urgent' })])).toMatchObject({
      outcome: 'urgent',
      fault: { code: 'task.failed' },
      stamps: [],
    })
  })
  it('clears what an agent had told before the thread went back to local checks, and the other way round', () => {
    expect(local([task('passed')]).cleared).toContain('text')
    expect(agent('HEARTBEAT_OK', { openKeys: ['quick:look'] }).cleared).toContain('quick:look')
  })
  it('needs permission when a command was never approved', () => {
    expect(local([task('needs_approval'), task('passed')])).toMatchObject({ outcome: 'blocked' })
  })
  it('is urgent while a flag stands in the file, whatever the checks say', () => {
    expect(local([task('passed')], { doc: withFlags('disk full') })).toMatchObject({
      outcome: 'urgent',
      raised: [{ key: 'flag:disk full', severity: 'urgent' }],
    })
  })
  it('tells twenty flags of a file one by one and the rest in one alert, which goes when they do', () => {
    const many = withFlags(...Array.from({ length: 500 }, (_, i) => `flag ${i}`))
    const judged = local([task('passed')], { doc: many })
    expect(judged).toMatchObject({ outcome: 'urgent', summary: 'flag 0 (and 499 more)' })
    expect([judged.raised.length, judged.raised.at(-1)]).toEqual([
      21,
      { key: 'flags:more', severity: 'urgent', text: 'And 480 more urgent flags in HEARTBEAT.md' },
    ])
    expect(
      local([task('passed')], { doc: many, openKeys: ['flags:more', 'flag:flag 400'] }).cleared,
    ).not.toEqual(expect.arrayContaining([expect.stringMatching(/^flag/)]))
    expect(
      local([task('passed')], { doc: withFlags('flag 0'), openKeys: ['flags:more', 'flag:flag 400'] })
        .cleared,
    ).toEqual(expect.arrayContaining(['flags:more', 'flag:flag 400']))
  })
  it('found by a user: a missing program is a cause of its own, which ends once its command can be started', () => {
    const line = { key: 'quick:a', text: 'Run `./a.sh`' }
    const missing = task('finding', { ...line, note: '`./a.sh` was approved and is not there' })
    const { raised, cleared } = local([missing])
    expect(raised).toEqual([
      { key: 'program:quick:a', severity: 'warning', text: '`./a.sh` was approved and is not there' },
    ])
    expect(cleared).not.toContain('program:quick:a')
    const command = ['./a.sh']
    for (const since of [
      task('passed', { ...line, command }),
      task('finding', { ...line, command }),
      task('failed', { ...line, command }),
      task('needs_approval', { ...line, command }),
      task('needs_agent', line),
    ])
      expect(local([since]).cleared).toContain('program:quick:a')
    expect(agent('', { evidence: [task('passed', line)] }).cleared).toContain('program:quick:a')
    for (const unknown of [task('failed', line), task('untouched', line)])
      expect(local([unknown]).cleared).not.toContain('program:quick:a')
    const openKeys = ['program:quick:a', 'program:daily:other']
    expect(local([task('passed')], { openKeys }).cleared).toContain('program:quick:a')
    expect(local([task('passed')], { openKeys }).cleared).not.toContain('program:daily:other')
  })
  it('clears what was raised by a flag or task that no longer stands in the file', () => {
    expect(local([task('passed')], { openKeys: ['flag:old', 'quick:gone', 'daily:other'] }).cleared).toEqual(
      expect.arrayContaining(['flag:old', 'quick:gone']),
    )
    expect(local([task('passed')], { openKeys: ['daily:other'] }).cleared).not.toContain('daily:other')
  })
})

describe('judging an agent', () => {
  it('is quiet on the token alone and on nothing at all', () => {
    expect([agent('HEARTBEAT_OK').outcome, agent('').outcome]).toEqual(['quiet', 'quiet'])
  })
  it('tells the beginning of a very long text', () =>
    expect(agent('x'.repeat(5000)).raised[0]!.text).toHaveLength(
      2000 + '…\n(3000 more characters in the run)'.length,
    ))
  it('tells any other text', () => {
    expect(agent('CI is red\nsince noon')).toMatchObject({
      outcome: 'alert',
      summary: 'CI is red',
      raised: [{ key: null, text: 'CI is red\nsince noon' }],
    })
  })
  it('is urgent when the agent raised a flag, although it replied OK', () => {
    expect(agent('HEARTBEAT_OK', { doc: withFlags('leaked key') }).outcome).toBe('urgent')
  })
  it('is broken when the runner failed, and stopped when a person ended it', () => {
    const result = { fault: { code: 'agent.timed_out' as const, message: 'after 90 s' }, text: '', tasks: [] }
    expect(agent('', { result: { ...result, status: 'failed' } })).toMatchObject({
      outcome: 'broken',
      stamps: [],
      summary: 'The run took too long: after 90 s',
    })
    expect(agent('', { result: { ...result, status: 'stopped' } })).toMatchObject({
      outcome: 'stopped',
      stamps: [],
    })
  })
})
