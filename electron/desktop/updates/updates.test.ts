import { describe, expect, it } from 'vitest'
import { createUpdates, type Feed } from './updates.ts'

/** A feed whose answers are given by the test. */
function world(way: 'self' | 'page' | 'none' = 'self') {
  const asked: string[] = []
  let answer: () => Promise<string | null> = () => Promise.resolve(null)
  let loaded: (onPercent: (percent: number) => void) => Promise<void> = () => Promise.resolve()
  const feed: Feed = {
    find(channel) {
      asked.push(`find ${channel}`)
      return answer()
    },
    load(onPercent) {
      asked.push('load')
      return loaded(onPercent)
    },
    install: () => void asked.push('install'),
  }
  const updates = createUpdates({
    current: '1.0.0',
    way,
    why: way === 'none' ? 'a checkout' : null,
    now: () => 7,
    feed: () => Promise.resolve(feed),
    openPage: (version) => void asked.push(`page ${version}`),
  })
  const states: string[] = []
  updates.onChange(() => states.push(JSON.stringify(updates.view().state)))
  return {
    updates,
    asked,
    states,
    answers: (with_: () => Promise<string | null>) => void (answer = with_),
    loads: (how: typeof loaded) => void (loaded = how),
  }
}

describe('newer copies', () => {
  it('are not looked for before somebody asks', () => {
    const { updates, asked } = world()
    expect(updates.view()).toEqual({
      current: '1.0.0',
      way: 'self',
      why: null,
      state: { kind: 'unknown' },
      answeredAt: null,
    })
    expect(asked).toEqual([])
  })

  it('are found, loaded when a person says so, and installed when a person says so', async () => {
    const { updates, asked, answers, loads } = world()
    answers(() => Promise.resolve('1.1.0'))
    await updates.ask('stable')
    expect(updates.view().state).toEqual({ kind: 'found', version: '1.1.0' })
    expect(asked).toEqual(['find stable'])
    let done: () => void = () => {}
    loads((onPercent) => {
      onPercent(40.7)
      onPercent(40.9)
      return new Promise((resolve) => (done = resolve))
    })
    await updates.install()
    updates.take()
    await new Promise(setImmediate)
    expect(updates.view().state).toEqual({ kind: 'loading', version: '1.1.0', percent: 40 })
    await updates.ask('stable')
    updates.take()
    expect(asked).toEqual(['find stable', 'load'])
    done()
    await new Promise(setImmediate)
    expect(updates.view().state).toEqual({ kind: 'ready', version: '1.1.0' })
    await updates.install()
    expect(asked).toEqual(['find stable', 'load', 'install'])
  })

  it('are asked for once, however many ask', async () => {
    const { updates, asked } = world()
    await Promise.all([updates.ask('beta'), updates.ask('beta')])
    expect(asked).toEqual(['find beta'])
    expect(updates.view().state).toEqual({ kind: 'newest', channel: 'beta', at: 7 })
  })

  it('that cannot be asked for or loaded are said so, and asked for again', async () => {
    const { updates, answers, loads } = world()
    answers(() => Promise.reject(new Error('the network is down')))
    await updates.ask('stable')
    expect(updates.view().state).toEqual({ kind: 'failed', what: 'look', text: 'the network is down' })
    expect(updates.view().answeredAt).toBeNull()
    answers(() => Promise.resolve('1.1.0'))
    await updates.ask('stable')
    loads(() => Promise.reject(new Error('sha512 checksum mismatch')))
    updates.take()
    await new Promise(setImmediate)
    expect(updates.view().state).toEqual({ kind: 'failed', what: 'load', text: 'sha512 checksum mismatch' })
    expect(updates.view().answeredAt).toBe(7)
    await updates.install()
    expect(updates.view().state.kind).toBe('failed')
  })

  it('of a package of the system are shown on their page', async () => {
    const { updates, asked, answers } = world('page')
    answers(() => Promise.resolve('1.1.0'))
    await updates.ask('stable')
    updates.take()
    expect(asked).toEqual(['find stable', 'page 1.1.0'])
  })

  it('of a checkout are never asked for', async () => {
    const { updates, asked } = world('none')
    await updates.ask('stable')
    expect(asked).toEqual([])
  })
})
