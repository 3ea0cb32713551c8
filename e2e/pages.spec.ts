import path from 'node:path'
import { USUAL_METRIC } from '../shared/attempts/metric.ts'
import { claudeAt, fakeClaude, logOf, useAgent } from './harness/fake-agents.ts'
import { LIST, QUIET } from './harness/agent-script.ts'
import { addRepository, expect, openThread, settled, test } from './harness/fleet.ts'
import { look } from './harness/look.ts'

const TITLE = 'Align the blocks'
/** Writes the skill whenever its prompt allows it; else reads it. What it was answered is its log. */
const WRITES = `
  if (prompt.includes('## reflect')) {
    logged(await own('write_page', { title: '${TITLE}', kind: 'skill', text: '1. Pad them to **64** bytes.\\n2. Measure twice.\\n\\nSeen in attempt 1.' }))
    done('Written down.')
  } else {
    logged(/Skills that others.*/.exec(prompt)?.[0] ?? 'no skills of others')
    await own('report_score', { score: 5, title: 'Unrolled' })
    ${QUIET}
  }`

test('an agent writes a skill, its team is told, and what a person corrects stays', async ({
  folder,
  start,
}) => {
  const app = await start({ size: [1280, 800] })
  const { page, client } = app
  const program = fakeClaude(path.join(folder, 'bin'), WRITES)
  const measured = async (name: string) => {
    const { id } = await addRepository(app, folder, name, { heartbeat: LIST })
    await useAgent(app, id, claudeAt(program))
    const spec = { ...USUAL_METRIC, team: 'speed', command: null, direction: 'lower' } as const
    await client.metrics.save({ id, spec, hash: '', confirmed: true })
    return id
  }
  const [codec, player] = [await measured('codec'), await measured('player')]
  const pages = () => client.knowledge.pages({ id: codec })
  const beat = async (id: typeof codec): Promise<void> => {
    await client.beat.start({ id, tier: 'quick' })
    await settled(app)
  }
  await beat(codec)
  await expect
    .poll(async () => (await pages()).map(({ kind, by }) => `${kind} by ${by}`))
    .toEqual(['skill by agent'])
  await openThread(page, 'codec')
  const list = page.getByRole('region', { name: /^Written down/ })
  await expect(list).toContainText(`${TITLE}Skillby an agent`)
  await list.getByRole('button', { name: TITLE, exact: true }).click()
  await expect(list).toContainText('Pad them to 64 bytes.')
  const faults: string[] = []
  await list.scrollIntoViewIfNeeded()
  await look(app, 'thread-pages', faults)
  await list.getByRole('button', { name: `Edit the page ${TITLE}` }).click()
  await look(app, 'thread-page-edited', faults)
  await page.getByRole('dialog').getByLabel('Text, as Markdown').fill('Pad them to 32 bytes.')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(list).toContainText(`${TITLE}Skillby you`)
  expect(faults).toEqual([])

  await beat(codec)
  expect(await pages()).toMatchObject([{ title: TITLE, text: 'Pad them to 32 bytes.', by: 'person' }])
  await beat(player)
  await expect.poll(async () => (await client.knowledge.pages({ id: player })).length).toBe(1)
  expect(logOf(program)).toContain(`"${TITLE}" (thread `)
})
