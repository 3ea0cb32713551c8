import { describe, expect, it } from 'vitest'
import { commandOf } from './task-command.ts'
import { parse } from './heartbeat-doc.ts'
import { seedText } from './heartbeat-template.ts'
import { heartbeatPrompt, messagePrompt, standingInstructions } from './prompt.ts'

const facts = {
  threadNumber: 7, threadName: 'payments-api', repoPath: '/src/payments-api', tiers: ['quick', 'hourly', 'daily'] as const, work: [], tracked: false,
  now: Date.UTC(2026, 10, 22, 9, 41), timeZone: 'Europe/Berlin',
}
const prompt = heartbeatPrompt(facts)
const everything = [prompt, heartbeatPrompt({ ...facts, tracked: true }), standingInstructions('worker'), standingInstructions('master')].join('\n')

describe('the heartbeat prompt', () => {
  it('holds no hidden check: no task and no command of the template', () => {
    const { tasks } = parse(seedText({ defaultBranch: 'main', remote: 'origin', hasGh: true, bare: false, threadName: 'x', masterNumber: 1 }))
    expect(tasks.length).toBeGreaterThan(10)
    const found = tasks.flatMap((t) => [t.text, commandOf(t.text)?.text ?? t.text]).filter((text) => everything.includes(text))
    expect(found).toEqual([])
    expect(everything).not.toMatch(/\bgit (?:status|fetch|log)\b|\bgh \w/)
  })
  it('begins with a line that is recognised', () => expect(prompt.split('\n', 1)).toEqual(['HEARTBEAT tier=daily thread=7']))
  it('names the thread, the time in words and in ISO form, and the zone', () => {
    expect(prompt).toContain('thread 7, "payments-api"')
    expect(prompt).toContain('2026-11-22 10:41 (Europe/Berlin), 2026-11-22T09:41:00.000Z')
  })
  it('names the sections of the due tiers and no other', () => {
    expect(heartbeatPrompt({ ...facts, tiers: ['quick'] })).not.toContain('Hourly Tasks"')
    expect(prompt).toContain('"Quick Tasks", "Hourly Tasks", "Daily Tasks"')
  })
  it('says how to answer, and to keep the list useful unless git tracks it', () => {
    expect(prompt).toContain('reply with exactly HEARTBEAT_OK and nothing else')
    expect(prompt).toContain('keep the list useful')
    expect(heartbeatPrompt({ ...facts, tracked: true })).toContain('leave it as it is')
  })
  it('is about thirty lines', () => expect(prompt.split('\n').length).toBeLessThan(35))
})

describe('standing instructions', () => {
  it('stand below a message, which comes first, word for word', () => expect(messagePrompt('Fix the build\nplease', 'worker')).toMatch(/^Fix the build\nplease\n\n---\n## Heartbeats/))
  it('give the master its duty on top, as advice', () => {
    expect(standingInstructions('worker')).not.toContain('master')
    expect(standingInstructions('master')).toContain('it is advice')
  })
})
