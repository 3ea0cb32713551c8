import { expect, it } from 'vitest'
import { DAY } from '../../../shared/base/time.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import { apiClient, refusal } from '../testing/api-client.ts'
import { MAKE_LINT } from '../testing/make-lint.ts'
import { LIST, listedFleet, WITH_LINT } from '../testing/pollination/listed-fleet.ts'

it('what others run is suggested, written where a person says yes, and recorded with its author', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  const client = apiClient(s)
  const before = await client.pollination.view()
  expect(before).toMatchObject({
    compared: 2,
    suggestions: [{ threadId: ids[1], pattern: 'lint', tier: 'daily', text: 'Run `npm run lint`' }],
  })
  const { number } = await client.pollination.accept({ id: ids[1]!, pattern: 'lint' })
  expect(s.files.get('/t2')).toMatch(/## Daily Tasks[^#]*- \[ \] Run `npm run lint`\n/)
  const { versions } = await client.doc.versions({ id: ids[1]! })
  expect(versions[0]!.author).toBe('suggestion')
  const after = await client.pollination.view()
  expect(after.suggestions).toEqual([])
  expect(after.decided).toMatchObject([
    {
      number,
      threadName: 't2',
      pattern: 'lint',
      state: 'accepted',
      text: 'Run `npm run lint`',
      by: 'person',
    },
  ])
  expect(after.decided[0]!.because).toBe(before.suggestions[0]!.because)
  expect(s.store.permissions.approvals(ids[1]!).size, 'no approval travels').toBe(0)
})

it('a list that is too large to be read is named as not compared, and is no list that has nothing', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  const client = apiClient(s)
  expect((await client.pollination.view()).suggestions).toHaveLength(1)
  s.files.set('/t2', `${LIST}${'- [ ] Look\n'.repeat(20_000)}- [ ] Run \`make lint\`\n`)
  expect(await client.pollination.view()).toMatchObject({
    compared: 1,
    suggestions: [],
    unread: [{ name: 't2', why: expect.stringContaining('the limit is 5000') as string }],
  })
  expect((await refusal(client.pollination.accept({ id: ids[1]!, pattern: 'lint' }))).code).toBeDefined()
  s.files.delete('/t2')
  expect(await client.pollination.view(), 'one that is not there lists nothing').toMatchObject({
    compared: 2,
    unread: [],
  })
})

it('what a person changed is written as they made it, and what was taken out again does not come back', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  const client = apiClient(s)
  await client.pollination.accept({
    id: ids[1]!,
    pattern: 'lint',
    tier: 'hourly',
    text: 'Run `npm run lint -- -q`',
  })
  expect(s.files.get('/t2')).toMatch(/## Hourly Tasks[^#]*- \[ \] Run `npm run lint -- -q`/)
  expect((await client.pollination.view()).decided).toMatchObject([{ state: 'adapted', tier: 'hourly' }])
  s.files.set('/t2', LIST)
  expect((await client.pollination.view()).suggestions).toEqual([])
})

it('a no holds for thirty days, for that thread alone, and its reason is kept', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST, LIST)
  const client = apiClient(s)
  const suggestedTo = async () => (await client.pollination.view()).suggestions.map((one) => one.threadId)
  expect(await suggestedTo()).toEqual([ids[1], ids[2]])
  await client.pollination.decline({ id: ids[1]!, pattern: 'lint', reason: 'the editor does it' })
  expect(await suggestedTo()).toEqual([ids[2]])
  expect((await client.pollination.view()).decided).toMatchObject([{ reason: 'the editor does it' }])
  expect(s.files.get('/t2')).not.toContain('lint')
})

it('what does not hold any more is not written', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  const client = apiClient(s)
  await client.pollination.view()
  s.files.set('/t1', LIST) // the source took it out
  const refused = await refusal(client.pollination.accept({ id: ids[1]!, pattern: 'lint' }))
  expect(refused).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('is not suggested to t2 now (suggestion 1 for it: expired)'),
  })
  expect(s.files.get('/t2')).toBe(LIST)
  expect(s.store.pollination.list(null, 9)).toMatchObject([
    { state: 'expired', by: 'app', reason: 'it does not hold any more' },
  ])
})

it('nothing of a thread that is not trusted is read or suggested to', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  s.store.threads.change(ids[0]!, { trustedAt: null })
  const view = await apiClient(s).pollination.view()
  expect(view).toMatchObject({ compared: 1, suggestions: [] })
  s.store.threads.change(ids[1]!, { trustedAt: null })
  const refused = await refusal(apiClient(s).pollination.accept({ id: ids[1]!, pattern: 'lint' }))
  expect(refused.message).toContain('is not trusted yet')
})

it('counts what a line found and what of it was true, over sixty days', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  const { key } = parse(WITH_LINT).tasks.find(({ text }) => text.includes('make lint'))!
  const raise = (text: string, at: number): void => {
    s.store.alerts.raise(ids[0]!, { key, severity: 'warning', text }, at)
    s.store.alerts.resolve(ids[0]!, [key], at)
  }
  raise('long ago', s.clock.now() - 61 * DAY)
  const because = async () => (await apiClient(s).pollination.view()).suggestions[0]!.because
  expect(await because()).toContain('no finding of it is on record')
  raise('red', s.clock.now() - DAY)
  raise('red again', s.clock.now())
  expect(await because()).toContain('it found something 2 times in 60 days, 2 of them confirmed')
})

it.each([
  ['whose program is not on this machine', []],
  ['whose script does not stand in the repository now (found by an attacker)', [MAKE_LINT]],
])('nothing is suggested %s', async (_what, commands) => {
  const { s } = await listedFleet(WITH_LINT, LIST)
  s.commands = () => commands
  expect((await apiClient(s).pollination.view()).suggestions).toEqual([])
})

it('nothing is read of another repository that came to stand at the path of a trusted one', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  s.store.threads.change(ids[0]!, { repositoryId: 'the one that was trusted' })
  const { suggestions, compared, unread } = await apiClient(s).pollination.view()
  expect([suggestions, compared]).toEqual([[], 1])
  expect(unread).toMatchObject([
    { name: 't1', why: expect.stringContaining('Another repository came to stand') },
  ])
})
