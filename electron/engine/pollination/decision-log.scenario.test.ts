import { expect, it } from 'vitest'
import { DAY } from '../../../shared/base/time.ts'
import { apiClient } from '../testing/api-client.ts'
import { LIST, listedFleet, WITH_LINT } from '../testing/pollination/listed-fleet.ts'
import { decisionOf } from './decision-lines.ts'

it('each decision has a line with who made it, why, and what it rests on', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST, LIST)
  const client = apiClient(s)
  await client.pollination.view()
  expect(s.decisions, 'what is open is no decision').toEqual([])
  await client.pollination.accept({ id: ids[1]!, pattern: 'lint' })
  await client.pollination.decline({
    id: ids[2]!,
    pattern: 'lint',
    reason: 'no --> <!-- "x"',
    scope: 'thread',
  })
  expect(s.decisions.map((line) => line.replace(/ <!-- \{.*/, ''))).toEqual([
    expect.stringMatching(
      /^- [\d-]+ [\d:]+: suggestion 1 accepted by a person: "Run `npm run lint`" \(daily\) for 3 t2\. Because 1 of 2/,
    ),
    expect.stringMatching(
      /^- .*: rule: "lint" is not suggested to the thread at \/t3\. Reason: no --\\> \\<\\!-- "x"\.$/,
    ),
    expect.stringMatching(/^- .*: suggestion 2 declined by a person: .* Reason: no --\\> \\<\\!-- "x"\.$/),
  ])
  await client.pollination.view()
  expect(s.decisions).toHaveLength(3)
})

it('a history that was deleted gets its decisions back from the file, and the rules with them', async () => {
  const before = await listedFleet(WITH_LINT, LIST, LIST)
  const client = apiClient(before.s)
  await client.pollination.view()
  await client.pollination.accept({ id: before.ids[1]!, pattern: 'lint' })
  await client.pollination.decline({ id: before.ids[2]!, pattern: 'lint', reason: 'no', scope: 'typescript' })
  const { decided, rules } = await client.pollination.view()

  const after = await listedFleet(WITH_LINT, LIST, LIST)
  after.s.decisions.push(...before.s.decisions)
  const view = await apiClient(after.s).pollination.view()
  const told2 = '2 suggestions and 1 rule were taken from /data/decisions.md: the history did not have them.'
  expect(view.troubles).toEqual([told2])
  const told = ({ number, state, text, reason, threadName, at }: (typeof decided)[number]) => [
    number,
    state,
    text,
    reason,
    threadName,
    at,
  ]
  expect(view.decided.map(told)).toEqual(decided.map(told))
  expect(view.decided.map(({ threadId }) => threadId).toSorted()).toEqual(
    [after.ids[1], after.ids[2]].toSorted(),
  )
  expect(view.rules.map(({ pattern, scope }) => [pattern, scope])).toEqual(
    rules.map(({ pattern, scope }) => [pattern, scope]),
  )
  expect(view.suggestions, 'a no still holds').toEqual([])
  expect((await apiClient(after.s).pollination.view()).troubles, 'said as long as the app runs').toHaveLength(
    1,
  )
})

it('lines that were taken out at its end are missed, and written again', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  const client = apiClient(s)
  await client.pollination.view()
  await client.pollination.accept({ id: ids[1]!, pattern: 'lint' })
  s.decisions.pop()
  expect((await client.pollination.view()).troubles).toEqual([
    '/data/decisions.md was taken away, with 1 line. What the history has is written anew.',
  ])
  expect(s.decisions).toHaveLength(1)
})

it.each([
  '- x',
  '- x <!-- {"what":"suggestion"} -->',
  '- x <!-- {"what":"rule","rule":{},"path":null} -->',
  '- <!-- {',
])('a line of somebody else is no decision: %s', (line) => expect(decisionOf(line)).toBeNull())

it('a history that went back to a backup gets what was decided since, and loses none of its rules (found by hand)', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST, LIST)
  const client = apiClient(s)
  await client.pollination.view()
  await client.pollination.decline({ id: ids[1]!, pattern: 'lint', reason: 'no', scope: 'thread' })
  await client.pollination.accept({ id: ids[2]!, pattern: 'lint' })
  const [accepted] = s.store.pollination.list(ids[2]!, 1)
  // As the backup had it: open, without the rule, and no line was written yet.
  s.store.meta.set('decisionLines', '0')
  const { state: _, ...open } = accepted!
  s.store.pollination.restore([{ ...open, state: 'proposed', by: 'app', at: open.proposedAt - 1 }])
  s.store.pollination.removeRule(s.store.pollination.rules()[0]!.id)
  const view = await client.pollination.view()
  expect(view.decided.map(({ state }) => state).toSorted()).toEqual(['accepted', 'declined'])
  expect(view.rules).toMatchObject([{ pattern: 'lint', scope: 'thread' }])
  await client.pollination.changeRule({ rule: view.rules[0]!.id, reason: 'not now' })
  expect(s.decisions.slice(-2).map((line) => decisionOf(line)?.what)).toEqual(['rule removed', 'rule'])
  s.decisions.splice(0)
  await client.pollination.view()
  expect(s.decisions.map((line) => decisionOf(line)?.what)).toEqual(['suggestion', 'suggestion', 'rule'])
})

it('an older file brings nothing back that the history knows to be over (found by an attacker)', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST, LIST)
  const client = apiClient(s)
  await client.pollination.view()
  await client.pollination.decline({ id: ids[1]!, pattern: 'lint', reason: 'no', scope: 'everywhere' })
  const older = [...s.decisions]
  await s.clock.advance(DAY)
  await client.pollination.removeRule({ rule: 1 })
  expect(s.decisions.at(-1), 'of the time when it was removed').toMatch(
    new RegExp(`^- ${new Date(s.clock.now()).toISOString().slice(0, 10)} `),
  )
  s.decisions.splice(0, Infinity, ...older)
  const { rules, suggestions, troubles } = await client.pollination.view()
  expect([rules, suggestions.length]).toEqual([[], 2])
  expect(troubles).toEqual([expect.stringContaining('the last ones were taken out')])
})

it.each([
  ['number', 9007199254740991],
  ['number', -5],
  ['at', 9e15],
  ['text', 'x'.repeat(5000)],
])('a forged line with %s %s is no decision (found by an attacker)', async (key, value) => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  const client = apiClient(s)
  await client.pollination.view()
  await client.pollination.accept({ id: ids[1]!, pattern: 'lint' })
  const decision = decisionOf(s.decisions[0]!) as { record: object }
  const forged = { ...decision, record: { ...decision.record, [key]: value } }
  expect(decisionOf(`- x <!-- ${JSON.stringify(decision)} -->`)).not.toBeNull()
  expect(decisionOf(`- x <!-- ${JSON.stringify(forged)} -->`)).toBeNull()
})
