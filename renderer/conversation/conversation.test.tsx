import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../shared/base/ids.ts'
import { MINUTE } from '../../shared/base/time.ts'
import type { Ports } from '../../electron/engine/ports/ports.ts'
import type { Script } from '../../electron/engine/testing/world/world.ts'
import { TURN } from '../../electron/engine/testing/with-agent.ts'
import { useThread } from '../client/live.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { hangs } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { addAgent, quietHost } from '../testing/threads.ts'
import { Conversation } from './conversation.tsx'

function Talk({ id }: { id: ThreadId }) {
  const thread = useThread(id)
  return thread === undefined ? null : <Conversation thread={thread} />
}
const talk = (host: WindowHost, name = 'checkout-web') => {
  const id = host.id(name)
  return { ...show(<Talk id={id} />, host), id }
}
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const type = (text: string): void => void fireEvent.change(box(), { target: { value: text } })

const FILES: Readonly<Record<string, string>> = {
  'checkout-before-after.png': 'image/png',
  'test-report.html': 'text/html',
}
/** Repositories that hold these files. */
const withFiles = (usual: Ports): Ports => ({
  ...usual,
  repositories: {
    ...usual.repositories,
    attachment: async (_repository, path) => ({ name: path, path, bytes: 4, mime: FILES[path]! }),
    readAttachment: async () => new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
  },
})
const REPLY = 'The working tree is clean, and the two pages differ in one line.'
/** It answers each message, and reports a conflict at each beat. */
const answers =
  (host: WindowHost): Script =>
  async ({ runId, prompt, tasks }) => {
    const isBeat = tasks.length > 0
    await host.toolsOf(runId).report({
      status: isBeat ? 'attention' : 'ok',
      tasks: tasks.map(({ key }) => ({ key, outcome: 'ok', evidence: 'looked' })),
      alerts: isBeat
        ? [
            {
              key: 'conflict',
              severity: 'warning',
              text: CONFLICT,
              state: 'open',
            },
          ]
        : [],
      attachments: prompt?.includes('A picture would help') === true ? Object.keys(FILES) : [],
    })
    return {
      silent: true,
      text: textOf(isBeat, prompt ?? ''),
      turn: { ...TURN, sessionId: 'one' },
    }
  }

const CONFLICT = 'feat/rank conflicts with main in 2 files'
function textOf(isBeat: boolean, prompt: string): string {
  if (isBeat) return CONFLICT
  return prompt.includes('/v1/cart') ? 'Noted in HEARTBEAT.md under Notes.' : REPLY
}

/** A thread with an agent. */
async function agentHost(): Promise<WindowHost> {
  const host = await openHost({ ports: withFiles })
  addAgent(host, 'checkout-web')
  host.does('checkout-web', answers(host))
  return host
}
/** One who was asked, who was told by another thread, and who found something. */
async function talked(): Promise<WindowHost> {
  const host = await agentHost()
  const id = host.id('checkout-web')
  await host.client.threads.change({ id, session: 'resume' })
  host.message(id, 'Please compare the checkout page before and after.\nA picture would help.')
  await host.pass(MINUTE)
  await host.beat('checkout-web')
  await host.pass(MINUTE)
  host.add('docs-site')
  const sender = String(host.thread('docs-site').number)
  host.store.queue.sendMessage(
    id,
    'The API reference now builds against checkout 4.2; please keep `/v1/cart` until Friday.',
    sender,
    host.clock.now(),
  )
  host.engine.tick()
  await host.pass(MINUTE)
  return host
}

describe('the composer', () => {
  it('says that nobody can answer, and leads to the choice of an agent', async () => {
    const { id } = talk(await quietHost('checkout-web'))
    expect(await screen.findByText('Nothing was said yet.')).toBeTruthy()
    expect(box().getAttribute('aria-describedby')).toBe(
      screen.getByText(/This thread has no agent/).parentElement?.id,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Choose an agent' }))
    expect(location.hash).toBe(`#/thread/${id}?tab=settings`)
  })
  it('keeps a message where nobody can answer, says so beside it, and lets it be taken back', async () => {
    const { host, id } = talk(await quietHost('checkout-web'))
    type('Is main green?')
    fireEvent.keyDown(box(), { key: 'Enter' })
    expect(await screen.findByText('Waits for an agent: nobody reads it before you choose one')).toBeTruthy()
    expect(host.thread('checkout-web').state).not.toBe('waiting')
    const item = host.thread('checkout-web').waiting[0]!.itemId
    fireEvent.click(screen.getByRole('button', { name: 'Take back' }))
    await waitFor(() => expect(host.calls.at(-1)).toBe(`beat.cancel {"itemId":"${item}"}`))
    expect(host.calls[0]).toBe(`messages.send {"to":"${id}","text":"Is main green?"}`)
  })
  it('sends with Enter, and begins a line with Shift', async () => {
    const { host, id } = talk(await agentHost())
    type('Is main green?')
    fireEvent.keyDown(box(), { key: 'Enter', shiftKey: true })
    expect(host.calls).toEqual([])
    fireEvent.keyDown(box(), { key: 'Enter' })
    await waitFor(() => expect(host.calls).toEqual([`messages.send {"to":"${id}","text":"Is main green?"}`]))
    await waitFor(() => expect(box().value).toBe(''))
    expect(await screen.findByText('Is main green?')).toBeTruthy()
  })
  it('sends with Ctrl+Enter, and never an empty message', async () => {
    const { host, id } = talk(await agentHost())
    type('   ')
    fireEvent.keyDown(box(), { key: 'Enter', ctrlKey: true })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
    type('x')
    fireEvent.keyDown(box(), { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(host.calls).toEqual([`messages.send {"to":"${id}","text":"x"}`]))
  })
  it('keeps what is typed while a person looks elsewhere', async () => {
    const host = await agentHost()
    const first = talk(host)
    type('half a thou')
    first.unmount()
    talk(host)
    expect(box().value).toBe('half a thou')
  })
})

describe('a message that waits', () => {
  it('tells its place and what it waits for, can stop the beat, and can be taken back', async () => {
    const host = await agentHost()
    host.does('checkout-web', hangs)
    await host.beat('checkout-web')
    const { runId } = host.thread('checkout-web').running!
    talk(host)
    type('Look at the login test.')
    fireEvent.keyDown(box(), { key: 'Enter' })
    expect(await screen.findByText(/in the queue, waits for the beat to end/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Cancelled by you before it started. Run it after all?')).toBeTruthy()
    expect(host.calls.at(-1)).toMatch(/^beat.cancel /)
    type('Now.')
    fireEvent.keyDown(box(), { key: 'Enter' })
    fireEvent.click(await screen.findByRole('button', { name: 'Stop the beat' }))
    await waitFor(() => expect(host.calls.at(-1)).toBe(`beat.stop {"runId":"${runId}"}`))
  })
})

describe('the conversation', () => {
  it('tells people, other threads, answers and heartbeats apart', async () => {
    const host = await talked()
    talk(host)
    const log = await screen.findByRole('log', { name: 'Conversation with checkout-web' })
    await within(log).findByRole('article', { name: /^docs-site, another thread: The API reference/ })
    expect(within(log).getByText(`Advice from thread ${host.thread('docs-site').number}`)).toBeTruthy()
    expect(within(log).getByRole('article', { name: /^Heartbeat report: feat\/rank conflicts/ })).toBeTruthy()
    expect(within(log).getByRole('article', { name: /^Answer: The working tree/ })).toBeTruthy()
    expect(
      (await within(log).findByRole('img', { name: 'checkout-before-after.png' })).getAttribute('src'),
    ).toMatch(/^data:image\/png;base64,/)
    expect(within(log).getByText('test-report.html')).toBeTruthy()
  })
  it('repeats an interrupted message only when a person says so', async () => {
    const world = await agentHost()
    world.does('checkout-web', hangs)
    world.message(world.id('checkout-web'), 'Rebase feat/rank onto main.')
    await world.pass(MINUTE)
    const [run] = world.runs(world.id('checkout-web'))
    await world.crash()
    const { host } = talk(world)
    const asks = await screen.findByText(/Part of it may be done already. Run it again\?/)
    expect(host.calls).toEqual([])
    fireEvent.click(within(asks.parentElement!).getByRole('button', { name: 'Run again' }))
    await waitFor(() => expect(host.calls).toEqual([`messages.again {"runId":"${run!.id}"}`]))
  })
  it('gets older pages on demand', async () => {
    const host = await agentHost()
    for (let n = 1; n <= 34; n++) {
      host.message(host.id('checkout-web'), `Question ${n}: is the build of last night still green?`)
      await host.pass(MINUTE)
    }
    talk(host)
    fireEvent.click(await screen.findByRole('button', { name: 'Older messages' }))
    expect(await screen.findByText(/^Question 1:/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Older messages' })).toBeNull()
    const asked = screen.getAllByText(/^Question \d+:/).map((p) => Number(/\d+/.exec(p.textContent)?.[0]))
    expect(asked).toEqual([...asked].sort((a, b) => a - b))
  })
  it('leads from an entry to its run', async () => {
    const host = await talked()
    talk(host)
    const answer = await screen.findByRole('article', { name: /^Answer: Noted/ })
    fireEvent.click(within(answer).getByRole('button', { name: /^Open the run of/ }))
    expect(location.hash).toBe(`#/run/${host.runs(host.id('checkout-web')).at(-1)!.id}`)
  })
  it('ends a stored session when asked', async () => {
    const { host, id } = talk(await talked())
    expect(await screen.findByText(/^One session with Claude Code, last used/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Start a new one' }))
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Start a new one' }),
    )
    await waitFor(() => expect(host.calls).toEqual([`conversation.forget {"id":"${id}"}`]))
    expect(await screen.findByText('The next message begins a session with Claude Code.')).toBeTruthy()
  })
})
