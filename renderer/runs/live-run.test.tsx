import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { AgentSpec } from '../../electron/engine/ports/agents.ts'
import { createRunOutputs } from '../../electron/machine/disk/outputs/run-outputs.ts'
import type { RunId } from '../../shared/base/ids.ts'
import { SECOND } from '../../shared/base/time.ts'
import { gapOf } from '../kit/text/log-text.tsx'
import { openHost, type WindowHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { joined } from './output/use-live-output.ts'
import { RunPage } from './run.tsx'
import { WholeOutput } from './output/whole-output.tsx'

/** A beat that began a quarter of a minute ago, of a thread whose beats take forty seconds. */
async function runningHost(print: (spec: AgentSpec) => void = () => undefined) {
  const host = await openHost()
  host.add('auth-lib', { intervalMs: 0 })
  host.does('auth-lib', () => ({ takesMs: 40 * SECOND }))
  await host.beat('auth-lib')
  await host.pass(41 * SECOND)
  host.does('auth-lib', (spec) => {
    spec.onProgress({ done: 2, total: 5, current: 'Run `git fetch origin`; look for upstream changes' })
    print(spec)
    return { hangs: true }
  })
  await host.beat('auth-lib')
  await host.pass(14 * SECOND)
  return { host, runId: host.thread('auth-lib').running!.runId }
}
async function open(host: WindowHost, id: RunId): Promise<void> {
  show(<RunPage id={id} />, host)
  await screen.findByRole('heading', { level: 1 })
}

it('shows a live run with its time, its call and a way to stop it', async () => {
  const { host, runId } = await runningHost()
  await open(host, runId)
  expect(screen.getByRole('progressbar', { name: 'Progress' }).closest('section')?.textContent).toMatch(
    /git fetch origin.*2 of 5 · 1\d s · usually 40 s/,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(host.calls).toEqual([`beat.stop {"runId":"${runId}"}`]))
  // It keeps the focus while it ends, and asks no second time.
  fireEvent.click(screen.getByRole('button', { name: 'Stopping…' }))
  expect(host.calls).toHaveLength(1)
})

it('found by review: a stop that failed can be tried again', async () => {
  const { host, runId } = await runningHost()
  host.broken.add('beat.stop')
  await open(host, runId)
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Stopping…' })).toBeTruthy())
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }))
  expect(screen.getByRole('button', { name: 'Stopping…' })).toBeTruthy()
  await waitFor(() => expect(host.calls).toHaveLength(2))
})

describe('an output with a gap', () => {
  const GAP = `begun\n… 4,900,000 bytes left out …\nended\n`
  it('leads to all of it where that is kept', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'run-outputs-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const outputs = createRunOutputs(folder, () => undefined)
    const host = await openHost({ outputs })
    host.add('auth-lib')
    host.does('auth-lib', async ({ runId }) => {
      const whole = outputs.begin(runId)
      await whole.push(new Uint8Array(5_200_000))
      await whole.end()
      return { output: GAP }
    })
    await host.beat('auth-lib')
    await waitFor(() => expect(host.runs()[0]!.outcome).toBe('quiet'))
    const { id } = host.runs()[0]!
    show(<WholeOutput run={{ id, output: GAP }} />, host)
    expect(await screen.findByText('What it printed is kept in a file (5.2 MB).')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Show everything' }))
    await waitFor(() => expect(host.calls.at(-1)).toBe(`runs.openOutput {"id":"${id}"}`))
  })
  it('offers nothing where none is kept, and does not even ask where nothing is missing', async () => {
    const id = 'run_9' as RunId
    const { host } = show(<WholeOutput run={{ id, output: GAP }} />, await openHost())
    const asks = (): string[] => host.asks.filter((ask) => ask.startsWith('runs.output '))
    await waitFor(() => expect(asks()).toEqual(['runs.output {"id":"run_9"}']))
    cleanup()
    show(<WholeOutput run={{ id, output: 'begun\n… and so on\n' }} />, host)
    expect(asks()).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Show everything' })).toBeNull()
  })
})

describe('the output of a live run', () => {
  const log = (): HTMLElement => screen.getByRole('log', { name: 'What it prints now' })
  /** Where nothing is laid out the page is told how high it is. */
  const scroll = (scrollTop: number): void => {
    Object.defineProperties(log(), {
      scrollHeight: { value: 1200, configurable: true },
      clientHeight: { value: 320, configurable: true },
    })
    log().scrollTop = scrollTop
    fireEvent.scroll(log())
  }
  /** Sixty lines, and once they are read so many more that only the newest of them are still known. */
  async function printing(): Promise<void> {
    let more: AgentSpec['onOutput']
    const { host, runId } = await runningHost(({ onOutput }) => {
      more = onOutput
      onOutput?.(Array.from({ length: 60 }, (_, i) => `line ${i + 1}\n`).join(''))
    })
    await open(host, runId)
    await screen.findByText(/^60 lines/)
    more?.(`${'x'.repeat(1_400_000)}\nand more\n`)
    await screen.findByText(/^63 lines/)
  }
  it('comes as it is printed, and says how much was left out in between', async () => {
    await printing()
    expect(joined({ text: 'a\n', to: 2 }, { from: 1002, to: 1004, text: 'b\n' })).toEqual({
      text: 'a\n… 1,000 characters left out …\nb\n',
      to: 1004,
    })
    expect(gapOf('… 1,400,000 characters left out …')).toBe('1,400,000 characters')
    expect(gapOf('… 1,468,006 bytes left out …')).toBe('1.5 MB')
    expect(gapOf('… and so on')).toBeNull()
  })
  it('follows the newest line only while the reader is at it', async () => {
    await printing()
    expect(screen.getByText(/ Shows the newest line/)).toBeTruthy()
    scroll(100)
    expect(screen.getByText(/ Stays where you read/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'To the newest line' }))
    expect(log().scrollTop).toBe(1200)
    expect(document.activeElement).toBe(log())
  })
  it('is at its first line with Home, whatever line comes in the same moment (found by a slow machine)', async () => {
    await printing()
    scroll(880)
    // The browser’s own way there is lost to a line that is followed within the same frame.
    expect(fireEvent.keyDown(log(), { key: 'Home' }), 'it is left to the browser').toBe(false)
    expect(log().scrollTop).toBe(0)
  })
  it.each<readonly [string, () => unknown]>([
    ['Home', () => fireEvent.keyDown(log(), { key: 'Home' })],
    ['a page up', () => fireEvent.keyDown(log(), { key: 'PageUp' })],
    ['a line up', () => fireEvent.keyDown(log(), { key: 'ArrowUp' })],
    ['the wheel upwards', () => fireEvent.wheel(log(), { deltaY: -100 })],
  ])(
    'lets the reader go at %s, before anything is scrolled, and is not back for a first small step',
    async (_way, leave) => {
      await printing()
      scroll(880)
      fireEvent.keyDown(log(), { key: 'PageDown' })
      fireEvent.wheel(log(), { deltaY: 100 })
      expect(screen.getByText(/ Shows the newest line/)).toBeTruthy()
      leave()
      expect(screen.getByText(/ Stays where you read/)).toBeTruthy()
      scroll(877)
      expect(screen.getByText(/ Stays where you read/)).toBeTruthy()
      scroll(300)
      scroll(880) // all the way down again
      expect(screen.getByText(/ Shows the newest line/)).toBeTruthy()
      scroll(100)
      fireEvent.click(screen.getByRole('button', { name: 'To the newest line' }))
      leave()
      fireEvent.scroll(log()) // of the way to the newest line
      expect(screen.getByText(/ Stays where you read/)).toBeTruthy()
    },
  )
})
