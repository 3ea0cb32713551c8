import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunId } from '../../shared/base/ids.ts'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { navigate } from '../client/navigation.ts'
import type { Options } from '../testing/fake-host.ts'
import { show } from '../testing/show.tsx'
import { gapOf } from '../kit/text/log-text.tsx'
import { joined } from './live-log.tsx'
import { WholeOutput } from './whole-output.tsx'
import { RunPage } from './run.tsx'

beforeEach(() => navigate('/'))
afterEach(cleanup)
const open = async (id: string, options: Options = {}) => {
  const shown = show(<RunPage id={id as RunId} />, sampleSnapshot(Date.now()), options)
  await screen.findByRole('heading', { level: 1 })
  return shown
}
const BLOCKED = 'run_16_1'
const section = (name: string | RegExp): HTMLElement => screen.getByRole('region', { name })

describe('a run by an agent', () => {
  it('shows what was said, called, reported and changed', async () => {
    await open(BLOCKED)
    expect(section('What the agent said').textContent).toContain('3 changed files')
    expect(within(section('What the agent called')).getAllByRole('listitem')).toHaveLength(5)
    expect(section('What the agent called').textContent).toContain('git status --porcelain=v2 --branchexit 0')
    expect(section('Its report').textContent).toContain('3 files differ: 2 changed, 1 untracked.')
    expect(section('What it changed').textContent).toContain(
      'It was to look only, and the repository is not as it was.',
    )
    expect(screen.getByText('What was done').closest('section')?.textContent).toContain(
      'No call shows it, only the agent’s word',
    )
  })
  it('tells model, tokens, cost, permissions and what could not be read', async () => {
    await open(BLOCKED)
    const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent
    expect(fact('Model')).toBe('claude-haiku-4-5 (asked for haiku), low effort')
    expect(fact('Tokens')).toBe('3,120 in · 41,250 cached · 842 out')
    expect(fact('Cost')).toBe('$0.0131')
    expect(fact('Permissions')).toBe('Look only')
    expect(fact('Worth knowing')).toBe('2 lines of its output could not be read')
  })
  it('shows the exact prompt, folded, and the command that goes on', async () => {
    await open(BLOCKED)
    expect(screen.getByText('The prompt that was sent').closest('details')?.open).toBe(false)
    expect(section('Continue in a terminal').textContent).toContain(
      '&& claude --resume 7f3c9a52-1f0e-4c1b-9d5e-2f6f0f1f9c11',
    )
  })
  it.each([
    ['Allow once', 'once', 'Allow once'],
    ['For this thread', 'always', 'Allow for this thread'],
    ['Never', 'never', 'Never'],
  ])('asks before a refusal is decided: %s', async (button, decision, yes) => {
    const { host } = await open(BLOCKED)
    fireEvent.click(
      within(within(section('Refused')).getByRole('group', { name: 'run `npm test`' })).getByRole('button', {
        name: button,
      }),
    )
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('Bash(npm test)')
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: yes }))
    await waitFor(() =>
      expect(host.calls).toEqual([
        `permissions.decide {"id":"thr_16","rule":"Bash(npm test)","decision":"${decision}","confirmed":true}`,
      ]),
    )
  })
  it('takes a note, shows it, and lets it be changed', async () => {
    const { host } = await open('run_8_2')
    fireEvent.click(await screen.findByRole('button', { name: 'Add a note…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add a note' })
    fireEvent.change(within(dialog).getByLabelText('Note'), { target: { value: ' Known flake ' } })
    fireEvent.submit(dialog.querySelector('form')!)
    expect((await screen.findByText('Known flake')).textContent).toBe('Note: Known flake')
    expect(host.calls.filter((c) => c.startsWith('notes.'))).toEqual([
      'notes.save {"runId":"run_8_2","text":"Known flake"}',
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Edit note…' }))
    expect(
      within(await screen.findByRole('dialog', { name: 'Edit the note' })).getByLabelText<HTMLInputElement>(
        'Note',
      ).value,
    ).toBe('Known flake')
  })
  it('says that a plan covers it', async () => {
    await open('run_8_2')
    expect(screen.getByText('Cost').nextElementSibling?.textContent).toBe('covered by the plan')
  })
})

it('explains a skip over budget, and leads to the budgets', async () => {
  await open('run_18_1')
  expect(screen.getByText(/A budget is used up, so no agent was started/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Budgets' }))
  expect(location.hash).toBe('#/agents')
})

it('shows a live run with its time, its call and a way to stop it', async () => {
  const { host } = await open('run_running')
  expect(screen.getByRole('progressbar', { name: 'Progress' }).closest('section')?.textContent).toMatch(
    /git fetch origin.*2 of 5 · 1\d s · usually 40 s/,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(host.calls).toEqual(['beat.stop {"runId":"run_running"}']))
  // It keeps the focus while it ends, and asks no second time.
  fireEvent.click(screen.getByRole('button', { name: 'Stopping…' }))
  expect(host.calls).toHaveLength(1)
})

it('found by review: a stop that failed can be tried again', async () => {
  const { host } = await open('run_running', { fails: ['beat.stop'] })
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Stopping…' })).toBeTruthy())
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }))
  expect(screen.getByRole('button', { name: 'Stopping…' })).toBeTruthy()
  expect(host.calls).toEqual([])
})

it('goes on in a terminal with the session of the run', async () => {
  const { host } = await open(BLOCKED)
  const part = section('Continue in a terminal')
  expect(part.textContent).toContain('--resume 7f3c9a52')
  fireEvent.click(within(part).getByRole('button', { name: 'Open terminal' }))
  await waitFor(() => expect(host.calls).toEqual(['runs.resume {"id":"run_16_1"}']))
})

describe('an output with a gap', () => {
  const GAP = `begun\n… 4,900,000 bytes left out …\nended\n`
  it('leads to all of it where that is kept', async () => {
    const { host } = show(
      <WholeOutput run={{ id: 'run_9' as RunId, output: GAP }} />,
      sampleSnapshot(Date.now()),
      { wholeOutput: 5_200_000 },
    )
    expect(await screen.findByText('What it printed is kept in a file (5.2 MB).')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Show everything' }))
    await waitFor(() => expect(host.calls.at(-1)).toBe('runs.openOutput {"id":"run_9"}'))
  })
  it('offers nothing where none is kept, and does not even ask where nothing is missing', async () => {
    const none = show(<WholeOutput run={{ id: 'run_9' as RunId, output: GAP }} />, sampleSnapshot(Date.now()))
    await waitFor(() => expect(none.host.calls).toContain('runs.output {"id":"run_9","from":0,"limit":0}'))
    const whole = show(
      <WholeOutput run={{ id: 'run_9' as RunId, output: 'begun\n… and so on\n' }} />,
      sampleSnapshot(Date.now()),
      { wholeOutput: 10 },
    )
    expect(whole.host.calls).toEqual([])
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
  it('comes as it is printed, and says how much was left out in between', async () => {
    await open('run_running')
    await screen.findByText(/^62 lines/)
    expect(joined({ text: 'a\n', to: 2 }, { from: 1002, to: 1004, text: 'b\n' })).toEqual({
      text: 'a\n… 1,000 characters left out …\nb\n',
      to: 1004,
    })
    expect(gapOf('… 1,400,000 characters left out …')).toBe('1,400,000 characters')
    expect(gapOf('… 1,468,006 bytes left out …')).toBe('1.5 MB')
    expect(gapOf('… and so on')).toBeNull()
  })
  it('follows the newest line only while the reader is at it', async () => {
    await open('run_running')
    await screen.findByText(/^62 lines/)
    expect(screen.getByText(/ Shows the newest line/)).toBeTruthy()
    scroll(100)
    expect(screen.getByText(/ Stays where you read/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'To the newest line' }))
    expect(log().scrollTop).toBe(1200)
    expect(document.activeElement).toBe(log())
  })
  it.each<readonly [string, () => unknown]>([
    ['Home', () => fireEvent.keyDown(log(), { key: 'Home' })],
    ['a page up', () => fireEvent.keyDown(log(), { key: 'PageUp' })],
    ['a line up', () => fireEvent.keyDown(log(), { key: 'ArrowUp' })],
    ['the wheel upwards', () => fireEvent.wheel(log(), { deltaY: -100 })],
  ])(
    'lets the reader go at %s, before anything is scrolled, and is not back for a first small step',
    async (_way, leave) => {
      await open('run_running')
      await screen.findByText(/^62 lines/)
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

it('tells its times in order, with how long it usually takes, and has a link', async () => {
  await open('run_3_2') // of web-shop, a command with an output
  const timeline = screen.getByRole('list', { name: 'Timeline' })
  expect(
    within(timeline)
      .getAllByRole('listitem')
      .map((l) => /due|queued|started|ended/.exec(l.textContent ?? '')?.[0]),
  ).toEqual(['due', 'queued', 'started', 'ended'])
  await waitFor(() => expect(timeline.textContent).toMatch(/\(.+, usually .+\)/))
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy()
})

it('stands beside another run of its thread: what differs is marked, by a sign too', async () => {
  const { host } = await open(BLOCKED)
  fireEvent.click(screen.getByRole('button', { name: 'Compare…' }))
  fireEvent.click((await screen.findAllByRole('menuitem', { name: /·/ }))[0]!)
  await waitFor(() => expect(location.hash).toMatch(/^#\/run\/run_16_1\?with=run_16_\d+$/))
  expect(await screen.findByRole('heading', { level: 1, name: 'Two runs side by side' })).toBeTruthy()
  expect(screen.getAllByRole('columnheader')).toHaveLength(2)
  const differing = screen.getAllByRole('rowheader').filter((h) => h.textContent?.includes('≠'))
  expect(differing.length).toBeGreaterThan(0)
  for (const head of differing)
    expect(
      new Set(
        within(head.closest('tr')!)
          .getAllByRole('cell')
          .map((c) => c.textContent),
      ).size,
    ).toBe(2)
  expect(host.calls).toEqual([])
})

it('searches its output', async () => {
  await open('run_3_2')
  const search = screen.getByRole('textbox', { name: 'Search the output' })
  fireEvent.change(search, { target: { value: 'DONE' } })
  expect(screen.getByText('1 of 1')).toBeTruthy()
  fireEvent.change(search, { target: { value: 'a line' } })
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(screen.getByText('2 of 40')).toBeTruthy()
  fireEvent.change(search, { target: { value: 'nowhere' } })
  expect(screen.getByText('not found')).toBeTruthy()
})
