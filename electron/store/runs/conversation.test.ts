import { expect, it } from 'vitest'
import { aThread, agentRun, endingOf, openStore } from '../testing/one-store.ts'

it('pages through a conversation without losing or doubling an entry', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  for (let i = 0; i < 7; i++)
    store.runs.finish(agentRun(store, 1000).id, endingOf({ reply: `answer ${i}` }), 1001)
  const seen: string[] = []
  for (let before: string | undefined; ; ) {
    const page = store.conversation.page(aThread(1).id, before, 3)
    seen.unshift(...page.entries.map((e) => `${e.text}→${e.reply}`))
    if (page.next === null) break
    before = page.next
  }
  expect(new Set(seen).size).toBe(7)
  expect(seen).toHaveLength(7)
})

it('remembers what was last reported, and whether a prompt has carried it', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  store.queue.requestBeat(
    {
      threadId: aThread(1).id,
      reasons: ['manual'],
      tier: null,
      withDue: true,
      dueTier: 'quick',
      notBefore: 0,
    },
    5,
  )
  const run = store.queue.claim(
    (items) => items[0]!,
    () => 'Claude Code',
    () => true,
    5,
  )!
  store.runs.finish(run.id, endingOf({ outcome: 'alert', news: 'CI is red' }), 6)
  expect(store.conversation.lastReport(aThread(1).id, 0)).toEqual({
    runId: run.id,
    at: 6,
    text: 'CI is red',
    told: false,
  })
  store.conversation.noteReportTold(aThread(1).id, run.id)
  expect(store.conversation.lastReport(aThread(1).id, 0)?.told).toBe(true)
  expect(store.conversation.lastReport(aThread(1).id, 7)).toBeNull()
  expect(store.conversation.page(aThread(1).id, undefined, 9).entries).toMatchObject([
    { kind: 'report', from: 'agent', fromName: 'Claude Code', text: 'CI is red', state: 'reported' },
  ])
})
