import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { PLAYBOOK, scenario, type Scenario } from '../testing/scenario.ts'
import { CLAUDE } from '../testing/with-agent.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'

const RUNNERS = { local: { kind: 'local' as const }, agent: CLAUDE }

async function bench(runner: keyof typeof RUNNERS): Promise<{ s: Scenario; id: ThreadId; other: ThreadId }> {
  const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
  s.store.settings.change({ caps: [] })
  const id = s.add('api', { playbook: PLAYBOOK, intervalMs: HOUR })
  const other = s.add('web', { playbook: PLAYBOOK, intervalMs: 10 * MINUTE })
  s.store.threads.change(id, { agent: RUNNERS[runner] })
  await s.clock.settle()
  return { s, id, other }
}

/** Begins a beat of which the `n`th call of a port never comes back. → its name; null: there are not so many. */
async function hangingAt(s: Scenario, id: ThreadId, n: number): Promise<string | null> {
  let [calls, hung]: [number, string | null] = [0, null]
  s.hangs = (call) => {
    if (s.store.runs.running().every((run) => run.threadId !== id)) return false
    const isIt = ++calls === n
    if (isIt) hung = call
    return isIt
  }
  s.engine.wake(id, 'manual')
  s.engine.tick()
  await s.clock.settle()
  s.hangs = null
  return hung
}

describe.each(['local', 'agent'] as const)('a run of a thread with %s of which one step hangs', (runner) => {
  it('ends, whichever step it is, while other threads go on', async () => {
    const hung: string[] = []
    for (let n = 1; ; n++) {
      const { s, id, other } = await bench(runner)
      const call = await hangingAt(s, id, n)
      if (call === null) break
      hung.push(call)
      await s.clock.advance(45 * MINUTE) // the longest limit, and what is added to it
      const [first] = s.runs(id)
      expect([call, s.store.runs.running()]).toEqual([call, []])
      const isOnRecord = first!.outcome === 'quiet' // it hung behind its record
      if (!isOnRecord) {
        expect([first!.outcome, first!.fault?.code]).toEqual(['broken', 'run.overdue'])
        expect(first!.fault!.message).toMatch(/^It was given up \d+ min after its (?:start|runner)/)
      }
      expect(s.runs(other).length, call).toBeGreaterThanOrEqual(3)
      s.engine.wake(id, 'manual')
      s.engine.tick()
      await s.clock.advance(MINUTE)
      expect([call, s.runs(id).at(-1)!.outcome]).toEqual([call, 'quiet'])
      await s.stop()
    }
    expect(hung).toEqual(expect.arrayContaining(['repositories.isTracked', 'files.read', 'agents.run']))
  })

  it('is stopped within half a minute, and the app quits', async () => {
    for (let n = 1; ; n++) {
      const { s, id } = await bench(runner)
      const call = await hangingAt(s, id, n)
      if (call === null) break
      const run = s.store.runs.running().find(({ threadId }) => threadId === id)
      const quit = s.engine.stop('stop').then(() => true)
      await s.clock.advance(31 * SECOND)
      expect([call, await Promise.race([quit, Promise.resolve(false)])]).toEqual([call, true])
      if (run !== undefined) expect(s.store.runs.detail(run.id)!.outcome).toBe('stopped')
    }
  })
})

describe('a step that comes back after its run was given up', () => {
  it.each(['files.read', 'agents.run', 'repositories.look', 'tools.open'])(
    'changes nothing: %s',
    async (late) => {
      let comeBack: () => void = () => undefined
      let isHanging = false
      const waits = new Promise<void>((resolve) => (comeBack = resolve))
      const [port = '', call = ''] = late.split('.')
      const s = await scenario({
        script: () => ({ text: 'HEARTBEAT_OK' }),
        ports: (usual) => {
          const real = usual[port as 'files'] as unknown as Record<
            string,
            (...args: unknown[]) => Promise<unknown>
          >
          const slow = async (...args: unknown[]): Promise<unknown> => {
            const answer = await real[call]!(...args)
            if (isHanging) await waits
            return answer
          }
          return { ...usual, [port]: { ...real, [call]: slow } } as typeof usual
        },
      })
      s.store.settings.change({ caps: [] })
      const id = s.add('api', {
        playbook: `${PLAYBOOK}\n## Work Queue\n- [pending] a: Tidy\n`,
        intervalMs: 0,
      })
      s.store.threads.change(id, { agent: CLAUDE })
      await s.clock.settle()
      isHanging = true
      s.engine.wake(id, 'manual')
      s.engine.tick()
      await s.clock.advance(45 * MINUTE)
      const given = s.runs(id)
      expect(given).toMatchObject([{ outcome: 'broken', fault: { code: 'run.overdue' } }])
      const [text, alerts] = [s.files.get('/api'), s.store.alerts.list('open', 10, s.clock.now())]
      isHanging = false
      comeBack()
      await s.clock.advance(MINUTE)
      expect(s.runs(id)).toEqual(given)
      expect([s.files.get('/api'), s.store.alerts.list('open', 10, s.clock.now())]).toEqual([text, alerts])
      s.engine.wake(id, 'manual')
      s.engine.tick()
      await s.clock.advance(MINUTE)
      expect(s.runs(id).map((run) => run.outcome)).toEqual(['broken', 'quiet'])
      await s.stop()
    },
  )
})
