import { expect, it } from 'vitest'
import { DAY, MINUTE } from '../../../shared/base/time.ts'
import { apiClient, refusal } from '../testing/api-client.ts'
import { LIST, listedFleet, WITH_LINT } from '../testing/pollination/listed-fleet.ts'

/** With a daily task, so that a line stands between others. */
const OWN = `${LIST}- [ ] Flag stale branches\n`
const LINE = '- [ ] Run `npm run lint`\n'

async function fleet() {
  const { s, ids } = await listedFleet(WITH_LINT, OWN)
  const client = apiClient(s)
  await client.pollination.view()
  const id = ids[1]!
  const said = (): readonly string[] =>
    s.decisions.map((line) => line.replace(/^- [\d-]+ [\d:]+: /, '').replace(/: ".*/, ''))
  return { s, client, id, said, no: { id, pattern: 'lint', reason: 'no' } as const }
}

it('what was accepted goes out byte by byte, by an edit with its author, and is suggested again', async () => {
  const { s, client, id, said } = await fleet()
  const { number } = await client.pollination.accept({ id, pattern: 'lint' })
  expect(s.files.get('/t2')).toContain(LINE)
  expect((await client.pollination.view()).decided).toMatchObject([{ number, mayUndo: true }])
  expect(await client.pollination.undo({ suggestion: number })).toEqual({
    name: 't2',
    text: 'Run `npm run lint`',
    replaces: null,
    taken: true,
    again: true,
  })
  expect(s.files.get('/t2')).toBe(OWN)
  const { versions } = await client.doc.versions({ id })
  expect(versions[0]).toMatchObject({ author: 'suggestion', removed: 1 })
  const view = await client.pollination.view()
  expect([view.suggestions.map((one) => one.suggestion), view.decided]).toEqual([[number], []])
  expect(said()).toEqual([
    'suggestion 1 accepted by a person',
    'suggestion 1 undone by a person, so it is open again',
  ])
  await client.pollination.accept({ id, pattern: 'lint' })
  expect(said()).toHaveLength(3)
})

it('a changed line is as it was suggested once it is undone, and a tick alone keeps nothing', async () => {
  const { s, client, id } = await fleet()
  await client.pollination.accept({ id, pattern: 'lint', tier: 'hourly', text: 'Run  `npm run lint -- -q`' })
  s.files.set('/t2', s.files.get('/t2')!.replace('[ ] Run `npm', '[x] Run `npm'))
  await client.pollination.undo({ suggestion: 1 })
  expect(s.files.get('/t2')).not.toContain('lint')
  expect((await client.pollination.view()).suggestions).toMatchObject([
    { suggestion: 1, tier: 'daily', text: 'Run `npm run lint`' },
  ])
})

it.each([
  ['reworded', (list: string) => list.replace('lint`', 'lint` twice')],
  ['in another tier', () => OWN.replace('## Daily', `${LINE}## Daily`)],
  ['with a note below it', (list: string) => list.replace(LINE, `${LINE}  see the wiki\n`)],
  ['with a blank behind it', (list: string) => list.replace(LINE, LINE.replace('\n', ' \n'))],
])('a line that is %s stays as it is, and nothing is undone', async (_what, change) => {
  const { s, client, id } = await fleet()
  await client.pollination.accept({ id, pattern: 'lint' })
  const list = change(s.files.get('/t2')!)
  s.files.set('/t2', list)
  expect((await client.pollination.view()).decided).toMatchObject([{ mayUndo: false }])
  const refused = await refusal(client.pollination.undo({ suggestion: 1 }))
  expect(refused).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('where and as it was written any more'),
  })
  expect([s.files.get('/t2'), s.store.pollination.byNumber(1)!.state]).toEqual([list, 'accepted'])
})

it('a line that somebody deleted is no reason to stay decided, and one that does the same is', async () => {
  const { s, client, id } = await fleet()
  await client.pollination.accept({ id, pattern: 'lint' })
  for (const kept of ['- [ ] `eslint .`\n', '## Paused\n- [ ] Run `npm run lint`\n']) {
    s.files.set('/t2', `${OWN}${kept}`)
    expect((await client.pollination.view()).decided).toMatchObject([{ mayUndo: false }])
    expect((await refusal(client.pollination.undo({ suggestion: 1 }))).code).toBe('CONFLICT')
  }
  s.files.set('/t2', OWN)
  expect((await client.pollination.view()).decided).toMatchObject([{ mayUndo: true }])
  expect(await client.pollination.undo({ suggestion: 1 })).toMatchObject({ taken: false })
  expect((await client.pollination.view()).suggestions).toMatchObject([{ suggestion: 1 }])
  expect(s.files.get('/t2')).toBe(OWN)
})

it('says where another line does the same, so that it is not suggested again (found by a user)', async () => {
  const { s, client, id } = await fleet()
  await client.pollination.accept({ id, pattern: 'lint' })
  s.files.set('/t2', `${s.files.get('/t2')!}- [ ] \`eslint .\`\n`)
  expect(await client.pollination.undo({ suggestion: 1 })).toMatchObject({ taken: true, again: false })
  expect((await client.pollination.view()).suggestions).toEqual([])
})

it('what was retired may be suggested again once that is undone', async () => {
  const { s, client, id } = await fleet()
  await client.pollination.accept({ id, pattern: 'lint' })
  await client.pollination.retire({ suggestion: 1 })
  expect((await client.pollination.view()).decided).toMatchObject([{ state: 'retired', mayUndo: true }])
  expect(await client.pollination.undo({ suggestion: 1 })).toMatchObject({ taken: false })
  expect((await client.pollination.view()).suggestions).toMatchObject([{ suggestion: 1 }])
  expect(s.files.get('/t2')).toBe(OWN)
})

it('a no ends with the rule that it made, also long after, and other rules stay', async () => {
  const { s, client, no, said } = await fleet()
  const { pollination: room } = s.store
  await client.pollination.decline({ ...no, scope: 'typescript' })
  room.addRule({ pattern: 'lint', scope: 'go', threadId: null, reason: '', suggestion: null, at: 7 })
  const before = s.clock.now() - 100 * DAY
  room.restore([{ ...room.byNumber(1)!, proposedAt: before, at: before }])
  const rule = { pattern: 'lint', scope: 'typescript', threadId: null, reason: 'no' } as const
  room.addRule({ ...rule, suggestion: 1, at: before })
  s.decisions.splice(0)
  expect((await client.pollination.view()).decided).toMatchObject([{ mayUndo: true }])
  expect(await client.pollination.undo({ suggestion: 1 })).toMatchObject({ taken: false })
  const view = await client.pollination.view()
  expect(view.rules).toMatchObject([{ scope: 'go' }])
  expect(view.suggestions, 'not as old as its first proposal').toMatchObject([{ suggestion: 1 }])
  expect(said()).toContain('rule removed')
  expect(said()).toContain('suggestion 1 undone by a person, so it is open again')
})

it('what a no closed in other threads is open again with it, under its number', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, OWN, OWN)
  const client = apiClient(s)
  const open = async (): Promise<readonly number[]> =>
    (await client.pollination.view()).suggestions.map(({ suggestion }) => suggestion)
  expect(await open()).toEqual([1, 2])
  await client.pollination.decline({ id: ids[1]!, pattern: 'lint', scope: 'everywhere' })
  expect(await open()).toEqual([])
  expect(s.store.pollination.byNumber(2)).toMatchObject({ reason: 'your rule 1 keeps it away' })
  await client.pollination.undo({ suggestion: 1 })
  expect(await open()).toEqual([1, 2])
  expect(s.store.pollination.byNumber(2)).toMatchObject({ by: 'app', reason: '' })
})

it('undone is undone in decisions.md as well: a history that was lost gets it back as it ended', async () => {
  const { s, client, id, no } = await fleet()
  await client.pollination.accept({ id, pattern: 'lint' })
  await client.pollination.undo({ suggestion: 1 })
  await client.pollination.decline({ ...no, scope: 'everywhere' })
  await client.pollination.undo({ suggestion: 1 })
  const after = await fleet()
  after.s.decisions.push(...s.decisions)
  const view = await after.client.pollination.view()
  expect(view).toMatchObject({ suggestions: [{ suggestion: 1 }], decided: [], rules: [] })
})

it('of two that would be open for one check after a return to a backup one is', async () => {
  const { s, client, id } = await fleet()
  await client.pollination.accept({ id, pattern: 'lint' })
  await client.pollination.undo({ suggestion: 1 })
  const after = await fleet()
  after.s.decisions.push(...s.decisions.map((line) => line.replaceAll('"number":1,', '"number":5,')))
  const { suggestions, decided } = await after.client.pollination.view()
  expect([suggestions.map((one) => one.suggestion), decided]).toEqual([[1], []])
})

it('what is open, expired or of a thread that is gone cannot be undone, nor what is suggested anew', async () => {
  const { s, client, id, no } = await fleet()
  const message = async (suggestion: number): Promise<string> =>
    (await refusal(client.pollination.undo({ suggestion }))).message
  expect(await message(9)).toBe('There is no suggestion 9.')
  expect(await message(1)).toContain('is open; only what was accepted, declined or retired can be undone')
  const { tier, text } = s.store.pollination.byNumber(1)!
  const at = s.clock.now() - 31 * DAY
  s.store.pollination.decide(1, { state: 'declined', tier, text, reason: '', by: 'person', at })
  const { suggestions, decided } = await client.pollination.view()
  expect([suggestions[0]!.suggestion, decided[0]!.mayUndo]).toEqual([2, false])
  expect(await message(1)).toContain('is suggested anew, as suggestion 2')
  await client.pollination.decline(no)
  s.store.threads.remove(id)
  expect(await message(2)).toContain('is of a thread that is gone')
})

it('what a person took back from the agent of a thread waits for the person, in this run and in later ones', async () => {
  const { s, client, id } = await fleet()
  const agent = { kind: 'command' as const, argv: ['agent'], env: {} }
  s.store.threads.change(id, { agent, gate: 'always', suggestions: 'agent' })
  const again: string[] = []
  s.script = async ({ runId }) => {
    const yes = { suggestion: 1, decision: 'accept', reason: '' } as const
    await s.toolsOf(runId).decideSuggestion(yes)
    await client.pollination.undo({ suggestion: 1 })
    const answer = await s.toolsOf(runId).decideSuggestion(yes)
    again.push(answer.ok ? answer.value : answer.error)
    return { text: 'HEARTBEAT_OK' }
  }
  const beat = async (): Promise<string> => {
    s.engine.wake(id, 'manual')
    await s.clock.advance(MINUTE)
    return s.starts.findLast(({ threadId }) => threadId === id)?.prompt ?? ''
  }
  await s.engine.start()
  expect(await beat()).toContain('Cross-pollination suggestion 1')
  expect(again).toEqual(['A person took back what was decided about suggestion 1, and decides now.'])
  expect(s.files.get('/t2')).not.toContain('npm run lint')
  expect((await client.pollination.view()).suggestions).toMatchObject([{ suggestion: 1, agent: null }])
  s.script = () => ({ text: 'HEARTBEAT_OK' })
  await s.clock.advance(2 * DAY)
  expect(await beat()).not.toContain('Cross-pollination')
  expect(s.store.pollination.byNumber(1)!.state).toBe('proposed')
})
