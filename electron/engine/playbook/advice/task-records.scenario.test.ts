import { expect, it } from 'vitest'
import { DAY, MINUTE } from '../../../../shared/base/time.ts'
import { parse } from '../../../../shared/playbook/doc.ts'
import { lint } from '../../../../shared/playbook/lint/lint.ts'
import { applyChanges } from '../../../../shared/playbook/edit/line-changes.ts'
import { apiClient } from '../../testing/api-client.ts'
import { scenario, type Scenario } from '../../testing/scenario.ts'

const LIST = [
  '## Quick Tasks',
  '- [ ] Is the site up?',
  '',
  '## Hourly Tasks',
  '- [ ] Run `make lint`',
  '',
  '## Daily Tasks',
  '- [ ] Run `make audit`',
  '- [ ] Run `npm test`',
  '- [ ] Execute `npm run test`',
  '- [ ] Look whether the site is up',
  '',
].join('\n')

/** A thread whose lines were first worked so many days ago, take so long, in ms, and find something in beats of these numbers. */
async function worked(
  days: number,
  ms: Readonly<Record<string, number>>,
  red: Readonly<Record<string, readonly number[]>>,
) {
  const s = await scenario({ start: Date.UTC(2026, 0, 5, 8) })
  let beat = 0
  s.script = ({ tasks }) => {
    beat++
    return {
      text: 'HEARTBEAT_OK',
      takesMs: 100,
      tasks: tasks.map(({ key, tier, text }) => {
        const isRed = red[text]?.includes(beat) === true
        return {
          key,
          tier,
          text,
          status: isRed ? ('finding' as const) : ('passed' as const),
          note: isRed ? 'red' : '',
          severity: isRed ? ('warning' as const) : null,
          command: ['x'],
          exitCode: isRed ? 1 : 0,
          durationMs: ms[text] ?? 10,
          output: '',
        }
      }),
    }
  }
  const id = s.add('api', { playbook: LIST, intervalMs: DAY })
  await s.documents.refresh(id)
  const client = apiClient(s)
  const keys = parse(LIST).tasks.map(({ key }) => key)
  s.store.tasks.note(id, keys, s.clock.now() - days * DAY)
  for (let n = 0; n < 12; n++) {
    await client.beat.start({ id, tier: 'daily', anyway: true })
    await s.clock.advance(MINUTE)
  }
  return { s, id, client }
}

async function advice(s: Scenario, client: ReturnType<typeof apiClient>, id: string) {
  const text = s.files.get('/api')!
  const of = { id: id as never }
  const facts = { timings: await client.doc.timings(of), records: await client.doc.records(of) }
  const problems = lint(text, { now: s.clock.now(), ...facts })
  const said = (code: string) => problems.filter((p) => p.code === code)
  return { text, said }
}

const AUDIT = 'Run `make audit`'
const LINT = 'Run `make lint`'

it('a line that found nothing in sixty days and takes seconds may go; before that, and where it found something, not', async () => {
  const ms = { [AUDIT]: 4000, 'Run `npm test`': 4000 }
  const red = { 'Run `npm test`': [3] }
  const young = await worked(59, ms, red)
  expect((await advice(young.s, young.client, young.id)).said('dead_weight')).toEqual([])
  const { s, id, client } = await worked(60, ms, red)
  const { text, said } = await advice(s, client, id)
  expect(said('dead_weight')).toMatchObject([
    {
      line: 8,
      message: expect.stringMatching(
        /^This found nothing in 60 days, with about \d+ beats of its tier, and took up to 4 s in the last 3 of them\.$/,
      ),
      fix: { label: 'Take it out' },
    },
  ])
  const without = applyChanges(text, said('dead_weight')[0]!.fix!.changes)
  expect(without).toBe(text.replace(/- \[.\] Run `make audit`\n/, ''))
  await client.doc.save({ id, text: without, base: text, existed: true })
  expect(s.files.get('/api')).toBe(without)
})

it('a fast line that finds things fits a quicker tier, with its figures, and one that finds nothing does not', async () => {
  const { s, id, client } = await worked(15, {}, { [LINT]: [2, 6, 10] })
  const { text, said } = await advice(s, client, id)
  expect(said('fits_quicker')).toMatchObject([
    {
      line: 5,
      message: expect.stringMatching(
        /^This took less than 1 s in the last 3 beats, and found something \d times in \d+ days, \d of them confirmed\.$/,
      ),
      fix: { label: 'Move to Quick' },
    },
  ])
  const moved = applyChanges(text, said('fits_quicker')[0]!.fix!.changes)
  s.files.set('/api', moved)
  const after = await advice(s, client, id)
  expect([after.said('slow_in_quick'), after.said('fits_quicker')], 'and is not sent back').toEqual([[], []])
})

it('two lines that do the same in other words are said once, and the quicker one stays', async () => {
  const { s, id, client } = await worked(0, {}, {})
  const { said } = await advice(s, client, id)
  expect(said('same_in_other_words')).toMatchObject([
    {
      line: 10,
      message: 'This does the same as line 9, in other words: Run `npm test`',
      fix: { label: 'Keep line 9' },
    },
    { line: 11, message: 'This does the same as line 2, in other words: Is the site up?' },
  ])
})
