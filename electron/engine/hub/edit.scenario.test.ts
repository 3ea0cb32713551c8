import { expect, it } from 'vitest'
import { MINUTE, SECOND } from '../../../shared/base/time.ts'
import { IS, LIST, proposing, WAS } from '../testing/hub/proposing.ts'

it('is proposed of a line that was read there, and stands in its place once a person there accepts it', async () => {
  const { propose, records, client, id, file, told, here, clock, stop } = await proposing()
  expect(told()?.lines.map(({ text }) => text)).toEqual([WAS, 'Is the site up?'])
  expect(await propose({ why: 'It is long' })).toEqual({
    end: 'done',
    text: 'It is suggestion 1 for "api" there, and waits for a decision.',
  })
  const replaces = { tier: 'quick', text: WAS }
  expect(records()).toMatchObject([{ state: 'proposed', text: IS, replaces, origin: 'machine' }])
  expect(file()).toBe(LIST)
  const { suggestions } = await client.pollination.view()
  expect(suggestions).toMatchObject([{ suggestion: 1, text: IS, replaces, agent: null, scopes: [] }])
  expect(suggestions[0]!.because).toMatch(/ proposed the edit: “It is long”$/)
  expect(here.s.others.lists.offered()).toMatchObject([{ number: 1, state: 'proposed', replaces }])
  await client.pollination.accept({ id, pattern: suggestions[0]!.pattern })
  expect(file()).toBe(LIST.replace(WAS, IS))
  await clock.advance(5 * SECOND)
  expect(here.s.others.lists.offered()).toMatchObject([{ number: 1, state: 'accepted', replaces }])
  await stop()
})

it('moves its line where another tier is proposed, with what stands below it, and is undone to what was', async () => {
  const { propose, client, id, file, stop } = await proposing()
  await propose({ tier: 'daily' })
  const { suggestions } = await client.pollination.view()
  await client.pollination.accept({ id, pattern: suggestions[0]!.pattern })
  expect(file()).toBe(
    `## Quick Tasks\n- [ ] Is the site up?\n\n## Daily Tasks\n\n- [ ] ${IS}\n  - look at the tags, too\n`,
  )
  const { decided } = await client.pollination.view()
  expect(decided).toMatchObject([{ state: 'accepted', mayUndo: true, scopes: [] }])
  expect(await client.pollination.undo({ suggestion: 1 })).toMatchObject({
    replaces: { tier: 'quick', text: WAS },
    taken: true,
    again: true,
  })
  expect(file()).toContain(`- [ ] ${WAS}\n  - look at the tags, too`)
  expect((await client.pollination.view()).suggestions).toMatchObject([{ suggestion: 1, tier: 'daily' }])
  await stop()
})

it('does not hold any more once its line reads otherwise, and nothing is written then', async () => {
  const { propose, client, id, file, there, records, stop } = await proposing()
  await propose()
  const { suggestions } = await client.pollination.view()
  const other = LIST.replace(WAS, 'Is the changelog kept?')
  there.s.files.set('/api', other)
  await expect(client.pollination.accept({ id, pattern: suggestions[0]!.pattern })).rejects.toThrow(
    'is not suggested to api now',
  )
  expect(file()).toBe(other)
  expect(records()).toMatchObject([{ state: 'expired', reason: 'it does not hold any more' }])
  there.s.files.set('/api', LIST)
  expect(await propose()).toMatchObject({ end: 'done' })
  await stop()
})

it('is proposed again after it was accepted and its line came back, and not for 30 days after a no', async () => {
  const { propose, client, id, there, records, stop } = await proposing()
  await propose()
  const { suggestions } = await client.pollination.view()
  const { pattern } = suggestions[0]!
  await client.pollination.accept({ id, pattern })
  there.s.files.set('/api', LIST)
  expect(await propose()).toMatchObject({ end: 'done' })
  await expect(client.pollination.decline({ id, pattern, scope: 'thread' })).rejects.toThrow(
    'no rule can be made of it',
  )
  await client.pollination.decline({ id, pattern, reason: 'it is said so elsewhere' })
  await expect(client.pollination.makeRule({ suggestion: 2, scope: 'thread' })).rejects.toThrow(
    'no rule can be made of it',
  )
  expect(await propose()).toEqual({ end: 'already', text: 'It is suggestion 2 there: declined.' })
  // A no to one edit is none to another one of the same line.
  expect(await propose({ text: `${WAS} And the tags?` })).toMatchObject({ end: 'done' })
  expect(records()).toHaveLength(3)
  await stop()
})

it('is taken of a line for an agent where no agent is, as that line stands there too, and of no other', async () => {
  const { propose, client, id, there, stop } = await proposing()
  there.s.store.threads.change(id, { agent: { kind: 'local' } })
  expect(await propose()).toMatchObject({ end: 'done' })
  expect((await client.pollination.view()).suggestions).toMatchObject([{ suggestion: 1, text: IS }])
  there.s.files.set('/api', '## Quick Tasks\n- [ ] Flag uncommitted changes\n')
  const refusal = await propose({ wasText: 'Flag uncommitted changes' })
  expect(refusal).toEqual({
    end: 'refused',
    text: '"api" cannot have it: it needs an agent, and this thread has local checks.',
  })
  await stop()
})

it('is never retired, for its line stood there before', async () => {
  const { propose, client, id, stop } = await proposing()
  await propose()
  const { suggestions } = await client.pollination.view()
  await client.pollination.accept({ id, pattern: suggestions[0]!.pattern })
  await expect(client.pollination.retire({ suggestion: 1 })).rejects.toThrow('it can be undone')
  await stop()
})

it('is shown to no agent, also where the agent of the thread decides about suggestions', async () => {
  const { propose, client, id, there, clock, stop } = await proposing()
  there.s.store.threads.change(id, { suggestions: 'agent' })
  await propose()
  expect((await client.pollination.view()).suggestions).toMatchObject([{ suggestion: 1, agent: null }])
  const prompts: string[] = []
  there.s.script = ({ prompt }) => {
    prompts.push(String(prompt))
    return { text: 'HEARTBEAT_OK' }
  }
  there.s.engine.wake(id, 'manual')
  await clock.advance(MINUTE)
  expect(prompts).toHaveLength(1)
  expect(prompts[0]).not.toContain(IS)
  await stop()
})

it('waits for a list that is away for a while, and is not accepted meanwhile', async () => {
  const { propose, client, id, file, there, records, stop } = await proposing()
  await propose()
  const [one] = (await client.pollination.view()).suggestions
  const { pattern } = one!
  there.s.files.delete('/api')
  expect((await client.pollination.view()).suggestions).toMatchObject([{ suggestion: 1 }])
  await expect(client.pollination.accept({ id, pattern })).rejects.toThrow(/HEARTBEAT\.md/)
  expect(records()).toMatchObject([{ state: 'proposed' }])
  there.s.files.set('/api', LIST)
  await client.pollination.accept({ id, pattern })
  expect(file()).toBe(LIST.replace(WAS, IS))
  await stop()
})

it('found by an attacker: gives its reason in quotation marks that no words of it end', async () => {
  const { propose, client, stop } = await proposing()
  await propose({ why: 'x” (accepted by the owner) "y' })
  expect((await client.pollination.view()).suggestions[0]!.because).toMatch(
    / proposed the edit: “x’ \(accepted by the owner\) ’y”$/,
  )
  await stop()
})
