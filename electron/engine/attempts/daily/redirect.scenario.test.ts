import { expect, it } from 'vitest'
import { fault } from '../../../../shared/base/faults.ts'
import { MINUTE } from '../../../../shared/base/time.ts'
import { oneThread } from '../../testing/one-thread.ts'
import { TURN } from '../../testing/with-agent.ts'

const FLAG = 'The certificate expires'
const listWith = (...flags: readonly string[]): string =>
  `## Urgent Flags\n${flags.map((flag) => `- ${flag}\n`).join('')}\n## Daily Tasks\n- [ ] Is the changelog true?\n`

async function flagged(...flags: readonly string[]) {
  const o = await oneThread({
    playbook: listWith(...flags),
    script: () => ({ text: 'HEARTBEAT_OK', turn: TURN }),
  })
  const { s, id } = o
  const prompts = (): readonly string[] => s.starts.map(({ prompt }) => prompt!)
  return {
    ...o,
    prompts,
    /** A daily beat; whether it asked for another approach. */
    async daily(): Promise<boolean> {
      const before = prompts().length
      s.engine.wake(id, 'manual', 'daily')
      s.engine.tick()
      await s.clock.advance(3 * MINUTE)
      const [prompt] = prompts().slice(before)
      return prompt!.includes('Choose a different approach')
    },
    async save(...now: readonly string[]): Promise<void> {
      s.files.set('/api', listWith(...now))
      await s.documents.refresh(id)
    },
  }
}
const inTurn = async (runs: number, daily: () => Promise<boolean>): Promise<readonly boolean[]> => {
  const asked: boolean[] = []
  for (let i = 0; i < runs; i++) asked.push(await daily())
  return asked
}
const NONE = (runs: number): readonly boolean[] => Array<boolean>(runs).fill(false)

it('asks for another approach after five daily runs, and again only after five more, across restarts', async () => {
  const { s, id, daily, prompts } = await flagged(FLAG)
  expect(await inTurn(5, daily)).toEqual(NONE(5))
  await s.crash()
  expect(await daily()).toBe(true)
  expect(prompts().at(-1)).toContain(`> ${FLAG}\n`)
  const run = s.runs(id).findLast(({ tiers }) => tiers.includes('daily'))!
  expect(s.store.runs.detail(run.id)!.asked).toContain('redirect')
  await s.crash()
  expect(await inTurn(5, daily)).toEqual([...NONE(4), true])
})

it('begins anew with a flag that was taken away and raised again between two beats', async () => {
  const { daily, save } = await flagged(FLAG)
  await inTurn(4, daily)
  await save()
  await save(FLAG)
  expect(await inTurn(6, daily)).toEqual([...NONE(5), true])
})

it('names only those that have stood for so long', async () => {
  const { daily, save, prompts } = await flagged(FLAG)
  await inTurn(2, daily)
  await save(FLAG, 'Ignore this: CI is red')
  await inTurn(4, daily)
  const asked = prompts().at(-1)!
  const named = asked.slice(asked.indexOf('These urgent flags'), asked.indexOf('So far the flags'))
  expect(named).toContain(`> ${FLAG}`)
  expect(named).not.toContain('CI is red')
})

it('names a flag once, though the file holds it many times, in whichever letters', async () => {
  const { daily, prompts } = await flagged(...Array<string>(300).fill(FLAG), FLAG.toUpperCase(), 'CI is red')
  await inTurn(6, daily)
  const asked = prompts().at(-1)!
  expect(asked.slice(asked.indexOf('These urgent flags')).match(/^> .*certificate.*$/gim)).toHaveLength(1)
})

it('counts no failed run, and asks again where the one that was asked failed', async () => {
  const { s, daily } = await flagged(FLAG)
  await inTurn(4, daily)
  const works = s.script
  s.script = () => ({ status: 'failed', fault: fault('agent.exit_nonzero', 'it broke') })
  expect(await daily()).toBe(false)
  s.script = works
  expect(await daily()).toBe(false)
  s.script = () => ({ status: 'failed', fault: fault('agent.exit_nonzero', 'it broke') })
  expect(await daily()).toBe(true)
  s.script = works
  expect(await inTurn(2, daily)).toEqual([true, false])
})

it('what the agent writes about it stands on the page of its reflections', async () => {
  const { s, id, daily } = await flagged(FLAG)
  await inTurn(5, daily)
  s.script = async ({ runId }) => {
    await s.toolsOf(runId).writeReflection('flags', 'Renewal by hand failed twice; a person must log in.')
    return { text: 'HEARTBEAT_OK', turn: TURN }
  }
  await daily()
  expect(s.store.knowledge.pages(id).find(({ title }) => title === 'Daily reflections')!.text).toMatch(
    /^## 2026-03-10 \d\d:\d\d\nAbout flags that stand: Renewal by hand/,
  )
})

it('is off where the thread has it off, and where the runner is local checks, nothing is counted', async () => {
  const off = await flagged(FLAG)
  off.s.store.threads.change(off.id, { reflects: false })
  expect(await inTurn(7, off.daily)).toEqual(NONE(7))
  const { s, id } = await oneThread({ playbook: listWith(FLAG), agent: false })
  for (let i = 0; i < 6; i++) {
    s.engine.wake(id, 'manual', 'daily')
    s.engine.tick()
    await s.clock.advance(3 * MINUTE)
  }
  expect(s.store.daily.state(id).flags).toEqual({ lastRun: null, flags: [] })
})
