import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sampleSnapshot, sampleThreadId } from '../../shared/views/testing/sample-snapshot.ts'
import { useThread } from '../client/live.ts'
import { navigate } from '../client/navigation.ts'
import { show } from '../testing/show.tsx'
import { useUi } from '../client/ui-state.ts'
import { Conversation } from './conversation.tsx'

beforeEach(() => {
  navigate('/')
  useUi.setState({ drafts: new Map() })
})
afterEach(cleanup)
function Talk({ number }: { number: number }) {
  const thread = useThread(sampleThreadId(number))
  return thread === undefined ? null : <Conversation thread={thread} />
}
const LOCAL = 10
const BUSY = 8 // an agent, and a beat is running
const AGENT = 16
const talk = (number: number) => show(<Talk number={number} />, sampleSnapshot(Date.now()))
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const type = (text: string): void => void fireEvent.change(box(), { target: { value: text } })

describe('the composer', () => {
  it('says that nobody can answer, and leads to the choice of an agent', async () => {
    talk(LOCAL)
    expect(await screen.findByText('Nothing was said yet.')).toBeTruthy()
    expect(box().getAttribute('aria-describedby')).toBe(
      screen.getByText(/No agent works this thread/).parentElement?.id,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Choose an agent' }))
    expect(location.hash).toBe('#/thread/thr_10?tab=settings')
  })
  it('sends with Enter, and begins a line with Shift', async () => {
    const { host } = talk(AGENT)
    type('Is main green?')
    fireEvent.keyDown(box(), { key: 'Enter', shiftKey: true })
    expect(host.calls).toEqual([])
    fireEvent.keyDown(box(), { key: 'Enter' })
    await waitFor(() => expect(host.calls).toEqual(['messages.send {"to":"thr_16","text":"Is main green?"}']))
    await waitFor(() => expect(box().value).toBe(''))
    expect(await screen.findByText('Is main green?')).toBeTruthy()
  })
  it('sends with Ctrl+Enter, and never an empty message', async () => {
    const { host } = talk(AGENT)
    type('   ')
    fireEvent.keyDown(box(), { key: 'Enter', ctrlKey: true })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
    type('x')
    fireEvent.keyDown(box(), { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(host.calls).toEqual(['messages.send {"to":"thr_16","text":"x"}']))
  })
  it('keeps what is typed while a person looks elsewhere', () => {
    const first = talk(AGENT)
    type('half a thou')
    first.unmount()
    talk(AGENT)
    expect(box().value).toBe('half a thou')
  })
})

describe('a message that waits', () => {
  it('tells its place and what it waits for, can stop the beat, and can be taken back', async () => {
    const { host } = talk(BUSY)
    type('Look at the login test.')
    fireEvent.keyDown(box(), { key: 'Enter' })
    expect(await screen.findByText(/in the queue, waits for the beat to end/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByText('Look at the login test.')).toBeNull())
    expect(host.calls.at(-1)).toMatch(/^beat.cancel /)
    type('Now.')
    fireEvent.keyDown(box(), { key: 'Enter' })
    fireEvent.click(await screen.findByRole('button', { name: 'Stop the beat' }))
    await waitFor(() => expect(host.calls.at(-1)).toBe('beat.stop {"runId":"run_running"}'))
  })
})

describe('the conversation', () => {
  it('tells people, other threads, answers and heartbeats apart', async () => {
    talk(AGENT)
    const log = await screen.findByRole('log', { name: 'Conversation with checkout-web' })
    await within(log).findByRole('article', { name: /^docs-site, another thread: The API reference/ })
    expect(within(log).getByText('Advice from thread 7')).toBeTruthy()
    expect(within(log).getByRole('article', { name: /^Heartbeat report: feat\/rank conflicts/ })).toBeTruthy()
    expect(within(log).getByRole('article', { name: /^Answer: The working tree/ })).toBeTruthy()
    expect(
      (await within(log).findByRole('img', { name: 'checkout-before-after.png' })).getAttribute('src'),
    ).toMatch(/^data:image\/png;base64,/)
    expect(within(log).getByText('test-report.html')).toBeTruthy()
  })
  it('repeats an interrupted message only when a person says so', async () => {
    const { host } = talk(AGENT)
    const asks = await screen.findByText(/Part of it may be done already. Run it again\?/)
    expect(host.calls).toEqual([])
    fireEvent.click(within(asks.parentElement!).getByRole('button', { name: 'Run again' }))
    await waitFor(() => expect(host.calls).toEqual(['messages.again {"runId":"run_16_5"}']))
  })
  it('gets older pages on demand', async () => {
    talk(AGENT)
    fireEvent.click(await screen.findByRole('button', { name: 'Older messages' }))
    expect(await screen.findByText(/^Question 1:/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Older messages' })).toBeNull()
    const asked = screen.getAllByText(/^Question \d+:/).map((p) => Number(/\d+/.exec(p.textContent)?.[0]))
    expect(asked).toEqual([...asked].sort((a, b) => a - b))
  })
  it('leads from an entry to its run', async () => {
    talk(AGENT)
    const answer = await screen.findByRole('article', { name: /^Answer: Noted/ })
    fireEvent.click(within(answer).getByRole('button', { name: /^Open the run of/ }))
    expect(location.hash).toBe('#/run/run_16_7')
  })
  it('ends a stored session when asked', async () => {
    const { host } = talk(AGENT)
    expect(await screen.findByText(/^One session with Claude Code, last used/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Start a new one' }))
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Start a new one' }),
    )
    await waitFor(() => expect(host.calls).toEqual(['conversation.forget {"id":"thr_16"}']))
    expect(await screen.findByText('The next message begins a session with Claude Code.')).toBeTruthy()
  })
})
