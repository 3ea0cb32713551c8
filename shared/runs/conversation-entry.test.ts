import { describe, expect, it } from 'vitest'
import type { RunId } from '../base/ids.ts'
import { talkEntry, type TalkRecord } from './conversation-entry.ts'

const talk: TalkRecord = {
  id: 'run_1' as RunId,
  kind: 'message',
  message: 'Hello',
  sender: 'user',
  senderName: null,
  at: 5,
  finishedAt: null,
  outcome: null,
  summary: null,
  reply: '',
  report: null,
  runner: 'Claude Code',
  attachments: null,
}

describe('a message in the conversation', () => {
  it('runs without a reply, and has one, perhaps an empty one, when it has ended', () => {
    expect(talkEntry(talk)).toMatchObject({ state: 'running', reply: null, repliedAt: null, fromName: 'You' })
    expect(talkEntry({ ...talk, outcome: 'quiet', finishedAt: 9 })).toMatchObject({
      state: 'answered',
      reply: '',
      repliedAt: 9,
    })
  })
  it.each([
    ['broken', 'failed'],
    ['blocked', 'failed'],
    ['skipped', 'stopped'],
    ['interrupted', 'interrupted'],
    ['alert', 'answered'],
  ] as const)('that ended %s is %s', (outcome, state) => {
    expect(talkEntry({ ...talk, outcome }).state).toBe(state)
  })
  it('of another thread has its name, or its number when it is gone', () => {
    const of = { ...talk, sender: '4' }
    expect(talkEntry({ ...of, senderName: 'api' })).toMatchObject({ from: '4', fromName: 'api' })
    expect(talkEntry(of).fromName).toBe('Thread 4')
  })
})

it('takes a report at the time it was made, from the agent', () => {
  const report: TalkRecord = {
    ...talk,
    kind: 'heartbeat',
    report: 'CI is red',
    outcome: 'alert',
    finishedAt: 9,
  }
  expect(talkEntry(report)).toMatchObject({
    kind: 'report',
    at: 9,
    from: 'agent',
    fromName: 'Claude Code',
    text: 'CI is red',
    state: 'reported',
    reply: null,
  })
})
