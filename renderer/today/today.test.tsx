import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Toaster } from 'sonner'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  emptySnapshot,
  largeSnapshot,
  newSnapshot,
  sampleSnapshot,
} from '../../shared/views/testing/sample-snapshot.ts'
import { useFocusKept } from '../app/focus-kept.ts'
import { show } from '../testing/show.tsx'
import { useUi } from '../client/ui-state.ts'
import { navigate } from '../client/navigation.ts'
import { Today } from './today.tsx'

/** As the frame of the window has it. */
function Kept(): null {
  useFocusKept()
  return null
}

beforeEach(() => {
  navigate('/')
  useUi.setState({ asked: new Set() })
})
afterEach(cleanup)
const now = Date.now()

describe('Today', () => {
  it('says in its heading what the verdict says', () => {
    const snapshot = sampleSnapshot(now)
    show(<Today />, snapshot)
    const heading = screen.getByRole('heading', { level: 1 }).textContent?.replaceAll('\u00a0', ' ')
    expect(heading).toBe(`${snapshot.fleet.verdict.headline} ${snapshot.fleet.verdict.rest}`)
  })
  it('names what was not checked on time, openly', () => {
    show(<Today />, sampleSnapshot(now))
    expect(screen.getByRole('region', { name: 'Not checked' }).textContent).toContain(
      'docs-site 6 h late (computer was asleep)',
    )
  })
  it('gives each thread one row with its state in words and one summary of its strip', () => {
    show(<Today />, sampleSnapshot(now))
    const row = screen.getByRole('row', { name: /^docs-site: Overdue/ })
    expect(within(row).getByRole('slider').getAttribute('aria-label')).toBe(
      'docs-site, 32 beats: 26 quiet, 6 missed',
    )
    expect(within(row).getByRole('button', { name: 'Beat docs-site now' })).toBeTruthy()
  })
  it('asks for a beat with one click, and shows it queued at once', async () => {
    const { host } = show(<Today />, sampleSnapshot(now))
    const row = screen.getByRole('row', { name: /^mobile-app/ })
    fireEvent.click(within(row).getByRole('button', { name: 'Beat mobile-app now' }))
    expect(row.textContent).toContain('queued')
    await waitFor(() => expect(host.calls).toContain('beat.start {"id":"thr_10"}'))
  })
  it('takes a beat back while it still waits', async () => {
    const { host } = show(
      <>
        <Today />
        <Toaster />
      </>,
      sampleSnapshot(now),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Beat infra now' }))
    const said = (await screen.findByText(/Beat of infra is queued/)).closest<HTMLElement>(
      '[data-sonner-toast]',
    )!
    fireEvent.click(within(said).getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(host.calls).toEqual([
        'beat.start {"id":"thr_9"}',
        expect.stringMatching(/^beat\.cancel \{"itemId":/),
      ]),
    )
  })
  it('beats one tier from its ring', async () => {
    const { host } = show(<Today />, sampleSnapshot(now))
    fireEvent.click(
      within(screen.getByRole('row', { name: /^infra/ })).getByRole('button', { name: /Run daily now/ }),
    )
    await waitFor(() => expect(host.calls).toContain('beat.start {"id":"thr_9","tier":"daily"}'))
  })
  it('shows the running beat instead of starting a second one', () => {
    const { host } = show(<Today />, sampleSnapshot(now))
    fireEvent.click(screen.getByRole('button', { name: 'Show the running beat of auth-lib' }))
    expect(location.hash).toBe('#/run/run_running')
    expect(host.calls).toEqual([])
  })
  it('pauses everything from the menu', async () => {
    const { host } = show(<Today />, sampleSnapshot(now))
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: /Until I resume/ }))
    await waitFor(() =>
      expect(host.calls).toContain('threads.pause {"id":null,"until":null,"reason":"paused by you"}'),
    )
  })
  it('filters by chip and says when nothing matches', () => {
    show(<Today />, sampleSnapshot(now))
    fireEvent.click(screen.getByRole('button', { name: /^Running/ }))
    expect(screen.getAllByRole('row').filter((r) => r.hasAttribute('data-thread'))).toHaveLength(1)
    fireEvent.change(screen.getByRole('textbox', { name: 'Filter threads' }), { target: { value: 'nobody' } })
    expect(screen.getByText('No threads match Running + “nobody”.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(location.hash).toBe('#/')
  })
  it('puts only the rows in view into the page, of 500', () => {
    show(<Today />, largeSnapshot(now))
    expect(screen.getAllByRole('row').length).toBeLessThan(60)
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('501')
  })
  it('leads on when there are no threads', () => {
    show(<Today />, emptySnapshot(now))
    fireEvent.click(screen.getByRole('button', { name: 'Add repositories…' }))
    expect(useUi.getState().adding.open).toBe(true)
  })
  it('says when the first beats come', () => {
    show(<Today />, newSnapshot(now))
    expect(screen.getByText(/Nothing has run yet\. The first beat starts in/)).toBeTruthy()
  })
})

describe('a beat that the budget or a rest stands in the way of', () => {
  it('asks, and starts anyway when a person says so', async () => {
    const { host } = show(<Today />, sampleSnapshot(now), { overBudget: true })
    fireEvent.click(screen.getByRole('button', { name: 'Beat mobile-app now' }))
    const question = await screen.findByRole('alertdialog', { name: 'Beat mobile-app anyway?' })
    expect(question.textContent).toContain('budget of $0.50 a day is used up')
    fireEvent.click(within(question).getByRole('button', { name: 'Beat anyway' }))
    await waitFor(() =>
      expect(host.calls).toEqual(['beat.start {"id":"thr_10"}', 'beat.start {"id":"thr_10","anyway":true}']),
    )
  })
  it('starts nothing after a no', async () => {
    const { host } = show(<Today />, sampleSnapshot(now), { overBudget: true })
    fireEvent.click(screen.getByRole('button', { name: 'Beat mobile-app now' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(useUi.getState().asked.size).toBe(0))
    expect(host.calls).toEqual(['beat.start {"id":"thr_10"}'])
  })
})

it('notes quietly what agents used up, and what was saved', () => {
  show(<Today />, sampleSnapshot(now))
  const footer = screen.getByRole('contentinfo')
  for (const part of [
    '148 saved, nothing had changed',
    '$1.68 of $2.00 today',
    '84 % used',
    'Tomorrow at this pace: about 44 starts, $2.35',
  ])
    expect(footer.textContent).toContain(part)
  expect(
    within(footer).getByRole('meter', { name: 'Used of today’s budget' }).getAttribute('aria-valuenow'),
  ).toBe('84')
  fireEvent.click(within(footer).getByRole('button', { name: /of \$2\.00 today/ }))
  expect(location.hash).toBe('#/agents')
})

it('says what a plan covered as the estimate that it is, also beside no money at all', () => {
  const { fleet, threads } = sampleSnapshot(now)
  const { starts } = fleet.spend
  show(<Today />, {
    threads,
    fleet: {
      ...fleet,
      settings: { ...fleet.settings, caps: [] },
      spend: { ...fleet.spend, starts, usd: 0, planUsd: 0.84, near: [], tomorrow: null },
    },
  })
  const footer = screen.getByRole('contentinfo')
  expect(
    within(footer).getByRole('button', { name: '$0.84 covered by the plan (API-equivalent estimate)' }),
  ).toBeTruthy()
  cleanup()
  show(<Today />, { threads, fleet: { ...fleet, spend: { ...fleet.spend, planUsd: 0 } } })
  expect(screen.getByRole('contentinfo').textContent).not.toContain('estimate')
})

describe('a needs-you card', () => {
  const card = (name: RegExp): HTMLElement => screen.getByRole('article', { name })
  it('stands with six others at most, until all are asked for', () => {
    const { fleet, threads } = sampleSnapshot(now)
    const one = threads.find((t) => t.name === 'payments-api')!
    const alert = fleet.alerts.find((a) => a.threadId === one.id)!
    const many = Array.from({ length: 9 }, (_, n) => ({
      ...one,
      id: `thr_many${n}` as typeof one.id,
      name: `repo-${n}`,
    }))
    const alerts = many.map((t) => ({ ...alert, id: `alt_${t.id}` as typeof alert.id, threadId: t.id }))
    show(<Today />, { threads: many, fleet: { ...fleet, incidents: [], alerts, openAlerts: alerts.length } })
    const needs = screen.getByRole('region', { name: 'Needs you' })
    const shown = (): number => within(needs).getAllByRole('article').length
    expect(shown()).toBe(7)
    fireEvent.click(within(needs).getByRole('button', { name: 'Show all 9' }))
    expect(shown()).toBe(9)
    expect(within(needs).queryByRole('button', { name: /^Show all/ })).toBeNull()
  })
  it('acknowledges by button and by A', async () => {
    const { host } = show(<Today />, sampleSnapshot(now))
    fireEvent.click(within(card(/payments-api/)).getByRole('button', { name: /Acknowledge/ }))
    await waitFor(() => expect(host.calls).toEqual(['alerts.acknowledge {"ids":["alt_2_0"]}']))
    fireEvent.keyDown(card(/search-svc/), { key: 'a' })
    await waitFor(() => expect(host.calls).toContain('alerts.acknowledge {"ids":["alt_4_0"]}'))
  })
  it('opens the run that raised it', () => {
    show(<Today />, sampleSnapshot(now))
    fireEvent.click(within(card(/payments-api/)).getByRole('button', { name: 'Open' }))
    expect(location.hash).toBe('#/run/run_2_1')
  })
  it('beats again by B', async () => {
    const { host } = show(<Today />, sampleSnapshot(now))
    fireEvent.keyDown(card(/web-shop/), { key: 'b' })
    await waitFor(() => expect(host.calls).toEqual(['beat.start {"id":"thr_3"}']))
  })
  it('trusts only after saying what that means', async () => {
    const { host } = show(<Today />, sampleSnapshot(now))
    fireEvent.click(within(card(/vendor-fork/)).getByRole('button', { name: 'Trust…' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('Commands in HEARTBEAT.md still need your approval one by one.')
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Trust this repository' }))
    await waitFor(() => expect(host.calls).toEqual(['threads.trust {"id":"thr_6","on":true}']))
  })
  it('leads to the calls that wait for a permission', () => {
    show(<Today />, sampleSnapshot(now))
    fireEvent.click(within(card(/checkout-web/)).getByRole('button', { name: 'Decide…' }))
    expect(location.hash).toBe('#/thread/thr_16')
  })
  it('that is acknowledged away gives the focus to the next one, and the last one to what stands below', async () => {
    const { fleet, threads } = sampleSnapshot(now)
    const two = threads.filter((t) => ['payments-api', 'search-svc', 'mobile-app'].includes(t.name))
    show(
      <>
        <Kept />
        <Today />
      </>,
      {
        threads: two,
        fleet: {
          ...fleet,
          incidents: [],
          alerts: fleet.alerts.filter((a) => two.some((t) => t.id === a.threadId)),
        },
      },
    )
    const [first, second] = screen.getAllByRole('article')
    within(first!)
      .getByRole('button', { name: /Acknowledge/ })
      .focus()
    fireEvent.click(document.activeElement!)
    await waitFor(() => expect(first!.isConnected).toBe(false))
    await waitFor(() => expect(document.activeElement).toBe(second))
    fireEvent.keyDown(second!, { key: 'a' })
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    expect(
      screen.getByRole('heading', { level: 1 }).compareDocumentPosition(document.activeElement!) &
        Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy()
  })
  it('leads to the commands that wait for approval', () => {
    show(<Today />, sampleSnapshot(now))
    fireEvent.click(within(card(/ml-pipeline/)).getByRole('button', { name: 'Review commands' }))
    expect(location.hash).toBe('#/thread/thr_5?tab=settings')
  })
})

describe('the states of the day', () => {
  it('holds the place of the next hour before its times are known, so that nothing below jumps', () => {
    show(<Today />, sampleSnapshot(now))
    expect(within(screen.getByRole('list', { name: 'Next 60 minutes' })).queryAllByRole('listitem')).toEqual(
      [],
    )
  })
  it('shows the next hour by the minute, in words as well', async () => {
    show(<Today />, sampleSnapshot(now))
    const lane = await screen.findByRole('list', { name: 'Next 60 minutes' })
    expect((await within(lane).findAllByRole('listitem')).length).toBeGreaterThan(0)
    expect(within(lane).getAllByRole('listitem')[0]?.getAttribute('aria-label')).toMatch(/^in .* min: /)
  })
  it('is calm when nobody is needed: the whole day in one strip', async () => {
    const { fleet, threads } = sampleSnapshot(now)
    const calm = threads.filter((t) => t.name === 'mobile-app' || t.name === 'design-tokens')
    show(<Today />, {
      fleet: { ...fleet, alerts: [], openAlerts: 0, verdict: { ...fleet.verdict, needYou: 0 } },
      threads: calm,
    })
    expect(screen.getByRole('slider', { name: /^All threads, the last 24 hours/ })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Needs you' })).toBeNull()
  })
  it('says since when the computer is offline, and takes it back', () => {
    show(<Today />, sampleSnapshot(now))
    fireEvent(window, new Event('offline'))
    expect(screen.getByText(/This computer is offline since/)).toBeTruthy()
    fireEvent(window, new Event('online'))
    expect(screen.queryByText(/This computer is offline since/)).toBeNull()
  })
})
