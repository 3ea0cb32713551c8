import { describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '../../../shared/base/time.ts'
import { fault } from '../../../shared/base/faults.ts'
import { err } from '../../../shared/base/result.ts'
import { apiClient } from '../testing/api-client.ts'
import { PLAYBOOK, scenario, type Scenario } from '../testing/scenario.ts'

const GONE = fault('file.missing', '/api/HEARTBEAT.md is not there')

describe('a beat and its file', () => {
  const command = { kind: 'command' as const, argv: ['agent'], env: {} }

  it('what was raised by a line is cleared when the line goes, also when nothing is left to run', async () => {
    const s = await scenario()
    s.add('api', { playbook: '## Urgent Flags\n- the disk is full\n' })
    await s.clock.advance(9 * MINUTE)
    expect(s.store.alerts.list('open', 9, s.clock.now())).toHaveLength(1)
    s.files.set('/api', '# HEARTBEAT.md\n')
    await s.clock.advance(9 * MINUTE)
    expect(s.store.alerts.list('open', 9, s.clock.now())).toEqual([])
    expect(s.views.snapshot().fleet.verdict).toMatchObject({
      headline: 'Nothing needs you.',
      rest: '1 with nothing checked.',
    })
  })

  it('whoever waits for a beat finds its stamps and ticks in the file', async () => {
    const s = await scenario({
      ports: (usual) => ({
        ...usual,
        files: {
          ...usual.files,
          write: async (...how) => {
            for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate) // a slow disk
            return usual.files.write(...how)
          },
        },
      }),
    })
    const id = s.add('api', { playbook: PLAYBOOK })
    const client = apiClient(s)
    const { itemId } = await client.beat.start({ id, tier: 'quick' })
    const waited = client.beat.wait({ itemId }).then((run) => [run?.outcome, s.files.get('/api')] as const)
    await s.clock.advance(9 * MINUTE)
    const [outcome, text] = await waited
    expect(outcome).toBe('quiet')
    expect(text).not.toBe(PLAYBOOK)
    expect(text).toMatch(/- \[x\] /)
  })

  it('is waited for by somebody who asks while others are told of its end', async () => {
    const s = await scenario()
    const id = s.add('api', { playbook: PLAYBOOK })
    const client = apiClient(s)
    let goOn = (): void => {}
    const slow = new Promise<void>((resolve) => (goOn = resolve)) // as somebody who asks git
    s.engine.onRunEnd(() => slow)
    const { itemId } = await client.beat.start({ id, tier: 'quick' })
    await s.clock.settle()
    expect(s.runs(id)).toMatchObject([{ outcome: 'quiet' }])
    let outcome: string | null | undefined = 'not told'
    void client.beat.wait({ itemId }).then((run) => (outcome = run?.outcome))
    await s.clock.settle()
    expect(outcome).toBe('not told')
    goOn()
    await s.clock.settle()
    expect(outcome).toBe('quiet')
  })

  it('a file that another program deletes before it writes it anew, just as a beat begins, breaks no beat', async () => {
    let [reads, saves] = [0, false]
    const s = await scenario({
      ports: (usual) => ({
        ...usual,
        files: {
          ...usual.files,
          read: (path) => (saves && ++reads > 1 ? Promise.resolve(err(GONE)) : usual.files.read(path)),
        },
      }),
    })
    const id = s.add('api', { playbook: PLAYBOOK })
    await s.clock.advance(9 * MINUTE)
    const text = s.files.get('/api')
    saves = true
    s.engine.wake(id, 'manual')
    s.engine.tick()
    await s.clock.advance(SECOND)
    expect(s.runs(id).at(-1)).toMatchObject({ reasons: ['manual'], outcome: 'quiet' })
    expect([reads > 1, s.files.get('/api')]).toEqual([true, text])
  })

  it('an empty file that was skipped stamps nothing: a new daily task runs at the next beat', async () => {
    const s = await scenario()
    const id = s.add('api', { playbook: '# HEARTBEAT.md\n' })
    await s.clock.advance(9 * MINUTE)
    s.files.set('/api', '## Daily Tasks\n- [ ] Look\n')
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id)[1]).toMatchObject({ tiers: ['quick', 'hourly', 'daily'], outcome: 'quiet' })
  })

  it('an agent is woken for an event although the file is effectively empty', async () => {
    const s = await scenario()
    const id = s.add('api', { playbook: '# HEARTBEAT.md\n' })
    s.store.threads.change(id, { agent: command })
    s.engine.wake(id, 'event', null)
    s.engine.tick()
    await s.clock.advance(SECOND)
    expect(s.starts).toHaveLength(1)
  })

  it(
    'nothing is written into a repository whose trust was taken back, or whose file was put under git, ' +
      'during the run',
    async () => {
      for (const change of ['trust', 'git'] as const) {
        const s: Scenario = await scenario({
          script: () => {
            if (change === 'git') s.tracked.add('/api')
            else s.store.threads.change(s.store.threads.list()[0]!.id, { trustedAt: null })
            return {}
          },
        })
        s.add('api')
        await s.clock.advance(9 * MINUTE)
        expect(s.files.get('/api')).toBe(PLAYBOOK)
      }
    },
  )

  it('an approval that was taken back during the run is gone at once', async () => {
    const s = await scenario()
    const id = s.add('api')
    let asked: boolean[] = []
    const request = {
      kind: 'argv' as const,
      argv: ['make'],
      text: 'make',
      fileHash: null,
      files: [],
      limits: [],
      hash: 'h',
    }
    s.script = (spec) => {
      asked = [spec.approved(request)]
      s.store.permissions.revoke(id, 'h')
      asked.push(spec.approved(request))
      return {}
    }
    s.store.permissions.approve(id, request, 1)
    await s.clock.advance(9 * MINUTE)
    expect(asked).toEqual([true, false])
  })

  it('an existing HEARTBEAT.md is excluded from git too', async () => {
    const s = await scenario()
    s.add('api')
    await s.clock.advance(9 * MINUTE)
    expect(s.excluded).toContain('/api')
  })
})
