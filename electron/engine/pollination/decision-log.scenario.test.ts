import { expect, it } from 'vitest'
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
      /^- .*: rule: "lint" is not suggested to the thread at \/t3\. Reason: no --> <!-- "x"\.$/,
    ),
    expect.stringMatching(/^- .*: suggestion 2 declined by a person: .* Reason: no --> <!-- "x"\.$/),
  ])
  await client.pollination.view()
  expect(s.decisions).toHaveLength(3)
})

it('a history that was deleted gets its decisions back from the file, and the rules with them', async () => {
  const before = await listedFleet(WITH_LINT, LIST, LIST)
  const client = apiClient(before.s)
  await client.pollination.view()
  await client.pollination.accept({ id: before.ids[1]!, pattern: 'lint' })
  await client.pollination.decline({ id: before.ids[2]!, pattern: 'lint', reason: 'no', scope: 'python' })
  const { decided, rules } = await client.pollination.view()

  const after = await listedFleet(WITH_LINT, LIST, LIST)
  after.s.decisions.push(...before.s.decisions)
  const view = await apiClient(after.s).pollination.view()
  expect(view.troubles).toEqual(['2 suggestions were taken from /data/decisions.md: the history had none.'])
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
  expect((await apiClient(after.s).pollination.view()).troubles).toEqual([])
})

it('lines that were taken out at its end are missed, and written again', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  const client = apiClient(s)
  await client.pollination.view()
  await client.pollination.accept({ id: ids[1]!, pattern: 'lint' })
  s.decisions.pop()
  expect((await client.pollination.view()).troubles).toEqual([
    '/data/decisions.md has 0 lines where 1 were written: the last ones were taken out.',
  ])
  expect(s.decisions).toHaveLength(1)
})

it.each([
  '- x',
  '- x <!-- {"what":"suggestion"} -->',
  '- x <!-- {"what":"rule","rule":{},"path":null} -->',
  '- <!-- {',
])('a line of somebody else is no decision: %s', (line) => expect(decisionOf(line)).toBeNull())
