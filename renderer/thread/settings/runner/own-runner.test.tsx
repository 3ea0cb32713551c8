import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { agentConfigSchema } from '../../../../shared/agents/agent-config.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { useThread } from '../../../client/live.ts'
import { choose } from '../../../testing/choose.ts'
import { openHost, type WindowHost } from '../../../testing/host.ts'
import { RUNNERS } from '../../../testing/runners.ts'
import { show } from '../../../testing/show.tsx'
import { ThreadSettings } from '../thread-settings.tsx'

function Settings({ id }: { id: ThreadId }) {
  const thread = useThread(id)
  return thread === undefined ? null : <ThreadSettings thread={thread} />
}

/** The settings of a new thread, `api`, on a machine with agents. */
async function open(): Promise<{ host: WindowHost; id: ThreadId }> {
  const host = await openHost({ machine: { runners: RUNNERS } })
  host.add('api')
  const id = host.id('api')
  show(<Settings id={id} />, host)
  await screen.findByRole('heading', { name: 'Schedule' })
  return { host, id }
}

it('a runner that speaks ACP is named by its program and its arguments, word by word', async () => {
  const { host, id } = await open()
  await choose('Runner', 'Another ACP agent')
  fireEvent.change(screen.getByRole('textbox', { name: 'Program' }), { target: { value: '/opt/my-agent' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add an argument' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Argument 1' }), { target: { value: '--stdio x' } })
  expect(screen.getByText(/What it does without asking, it can do/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Review and use…' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('/opt/my-agent "--stdio x"')
  fireEvent.click(within(question).getByRole('button', { name: 'Use my-agent' }))
  const acp = { kind: 'cli', cli: 'acp', program: '/opt/my-agent', args: ['--stdio x'] }
  const expected = agentConfigSchema.parse(acp)
  await waitFor(() => expect(host.calls).toHaveLength(1))
  expect(JSON.parse(host.calls[0]!.replace('threads.setAgent ', ''))).toEqual({
    id,
    agent: expected,
    confirmed: true,
  })
})

it('found by a user: a runner that is not there is used, and said at once with where it was looked for', async () => {
  const { host } = await open()
  host.machine.missing = { program: '/opt/my-agent', looked: ['/usr/bin'] }
  await choose('Runner', 'Another ACP agent')
  fireEvent.change(screen.getByRole('textbox', { name: 'Program' }), { target: { value: '/opt/my-agent' } })
  fireEvent.click(screen.getByRole('button', { name: 'Review and use…' }))
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Use my-agent' }),
  )
  expect(
    await screen.findByText(/^\/opt\/my-agent was not found now; .* Looked in: \/usr\/bin\.$/),
  ).toBeTruthy()
})

it('a runner that is a local model is named by the address of its server', async () => {
  const { host } = await open()
  await choose('Runner', 'Local model')
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  const review = () => fireEvent.click(screen.getByRole('button', { name: 'Review and use…' }))
  review()
  expect(screen.getByRole('alert').textContent).toMatch(/needs the address of its server.*it is not set\.$/)
  type('Server', 'http://127.0.0.1:11434/v1')
  type('Larger models', 'qwen3:32b')
  for (const turn of ['quick beats', 'hourly beats', 'daily beats', 'messages'])
    type(`Model for ${turn}`, 'qwen3:8b')
  expect(screen.queryByText(/the cheapest|own default|its own account/)).toBeNull()
  review()
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('What the server takes for it is not counted')
  expect(question.textContent).not.toContain('A plan pays')
  fireEvent.click(within(question).getByRole('button', { name: 'Use Local model' }))
  await waitFor(() => expect(host.calls).toHaveLength(1))
  expect(JSON.parse(host.calls[0]!.replace('threads.setAgent ', ''))).toMatchObject({
    agent: {
      cli: 'local-model',
      env: { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' },
      models: { quick: 'qwen3:8b', message: 'qwen3:8b' },
      fallbackModels: ['qwen3:32b'],
    },
  })
})
