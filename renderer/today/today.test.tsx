import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CAPS } from '../../shared/settings/settings.ts'
import { HOUR, MINUTE } from '../../shared/base/time.ts'
import { useUi } from '../client/ui-state.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { costs, hangs, isLimited } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { addAgent, addAlert, cli, quietHost } from '../testing/threads.ts'
import { Today } from './today.tsx'

describe('Today', () => {
  it('says in its heading what the verdict says', async () => {
    const host = await quietHost('mobile-app')
    await addAlert(host, 'payments-api', 'main is red', 'urgent')
    show(<Today />, host)
    const heading = screen.getByRole('heading', { level: 1 }).textContent?.replaceAll('\u00a0', ' ')
    const { verdict } = host.snapshot().fleet
    expect(heading).toBe(`${verdict.headline} ${verdict.rest}`)
    expect(heading).toBe('1 thread needs you. 1 quiet.')
  })
  it('names what was not checked on time, openly', async () => {
    const host = await openHost()
    for (const name of ['release-bot', 'docs-site'])
      addAgent(host, name, cli('codex'), '## Quick Tasks\n- [ ] Is it up?\n')
    host.does('release-bot', isLimited(host.clock.now() + 12 * HOUR))
    await host.beat('docs-site')
    await host.beat('release-bot')
    await host.pass(8 * MINUTE)
    await host.sleep(6 * HOUR - MINUTE)
    show(<Today />, host)
    expect(screen.getByRole('region', { name: 'Not checked' }).textContent).toContain(
      'release-bot (its runner is resting), docs-site (its runner is resting)',
    )
  })
  it('gives each thread one row with its state in words and one summary of its strip', async () => {
    const host = await openHost()
    host.add('docs-site')
    await host.pass(32 * MINUTE)
    host.does('docs-site', hangs) // after the sleep
    await host.sleep(50 * MINUTE)
    show(<Today />, host)
    const row = screen.getByRole('row', { name: /^docs-site: Running/ })
    expect(within(row).getByRole('slider').getAttribute('aria-label')).toBe(
      'docs-site, 11 beats: 6 missed, 4 quiet, 1 running',
    )
    expect(within(row).getByRole('button', { name: 'Show the running beat of docs-site' })).toBeTruthy()
  })
  it('asks for a beat with one click, and shows it queued at once', async () => {
    const { host } = show(<Today />, await quietHost('mobile-app'))
    const row = screen.getByRole('row', { name: /^mobile-app/ })
    fireEvent.click(within(row).getByRole('button', { name: 'Beat mobile-app now' }))
    expect(row.textContent).toContain('queued')
    await waitFor(() => expect(host.calls).toContain(`beat.start {"id":"${host.id('mobile-app')}"}`))
    await waitFor(() => expect(host.runs(host.id('mobile-app'))).toHaveLength(2))
  })
  it('beats one tier from its ring', async () => {
    const { host } = show(<Today />, await quietHost('infra'))
    fireEvent.click(
      within(screen.getByRole('row', { name: /^infra/ })).getByRole('button', { name: /Run daily now/ }),
    )
    await waitFor(() =>
      expect(host.calls).toContain(`beat.start {"id":"${host.id('infra')}","tier":"daily"}`),
    )
    await waitFor(() => expect(host.runs().at(-1)?.tiers).toContain('daily'))
  })
  it('shows the running beat instead of starting a second one', async () => {
    const host = await quietHost('auth-lib')
    host.does('auth-lib', hangs)
    await host.beat('auth-lib')
    show(<Today />, host)
    fireEvent.click(screen.getByRole('button', { name: 'Show the running beat of auth-lib' }))
    expect(location.hash).toBe(`#/run/${host.thread('auth-lib').running!.runId}`)
    expect(host.calls).toEqual([])
  })
  it('pauses everything from the menu', async () => {
    const { host } = show(<Today />, await quietHost('infra'))
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: /Until I resume/ }))
    await waitFor(() =>
      expect(host.calls).toContain('threads.pause {"id":null,"until":null,"reason":"paused by you"}'),
    )
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeTruthy()
  })
  it('filters by chip and says when nothing matches', async () => {
    const host = await quietHost('auth-lib', 'infra', 'mobile-app')
    host.does('auth-lib', hangs)
    await host.beat('auth-lib')
    show(<Today />, host)
    fireEvent.click(screen.getByRole('button', { name: /^Running/ }))
    expect(screen.getAllByRole('row').filter((r) => r.hasAttribute('data-thread'))).toHaveLength(1)
    fireEvent.change(screen.getByRole('textbox', { name: 'Filter threads' }), { target: { value: 'nobody' } })
    expect(screen.getByText('No threads match Running + “nobody”.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(location.hash).toBe('#/')
  })
  it('puts only the rows in view into the page, of 500', async () => {
    const host = await openHost()
    for (let i = 0; i < 500; i++) host.add(`repo-${i}`)
    show(<Today />, host)
    expect(screen.getAllByRole('row').length).toBeLessThan(60)
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('501')
  })
  it('leads on when there are no threads', async () => {
    show(<Today />, await openHost())
    fireEvent.click(screen.getByRole('button', { name: 'Add repositories…' }))
    expect(useUi.getState().adding.open).toBe(true)
  })
  it('says when the first beats come', async () => {
    const host = await openHost()
    host.add('atlas-api')
    show(<Today />, host)
    expect(screen.getByText(/Nothing has run yet\. The first beat starts in/)).toBeTruthy()
  })
})

describe('a beat that the budget or a rest stands in the way of', () => {
  async function overBudget(): Promise<WindowHost> {
    const host = await openHost({
      settings: { caps: [{ scope: 'thread', of: null, period: 'day', unit: 'usd', limit: 0.5 }] },
    })
    addAgent(host, 'mobile-app', cli('claude', { billing: 'api' }), '## Quick Tasks\n- [ ] Is it up?\n')
    host.does('mobile-app', costs(0.5))
    await host.beat('mobile-app')
    return show(<Today />, host).host
  }
  it('asks, and starts anyway when a person says so', async () => {
    const host = await overBudget()
    const id = host.id('mobile-app')
    fireEvent.click(screen.getByRole('button', { name: 'Beat mobile-app now' }))
    const question = await screen.findByRole('alertdialog', { name: 'Beat mobile-app anyway?' })
    expect(question.textContent).toContain('budget of $0.50 a day is used up')
    fireEvent.click(within(question).getByRole('button', { name: 'Beat anyway' }))
    await waitFor(() =>
      expect(host.calls).toEqual([`beat.start {"id":"${id}"}`, `beat.start {"id":"${id}","anyway":true}`]),
    )
    await waitFor(() => expect(host.starts).toHaveLength(2))
  })
  it('starts nothing after a no', async () => {
    const host = await overBudget()
    fireEvent.click(screen.getByRole('button', { name: 'Beat mobile-app now' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(useUi.getState().asked.size).toBe(0))
    expect(host.calls).toEqual([`beat.start {"id":"${host.id('mobile-app')}"}`])
    expect(host.starts).toHaveLength(1)
  })
})

it('notes quietly what agents used up, and what was saved', async () => {
  const host = await openHost({ settings: { caps: DEFAULT_CAPS.slice(0, 1) } })
  const list = '## Quick Tasks\n- [ ] Run `git status`\n## Hourly Tasks\n- [ ] Are the prices right?\n'
  addAgent(host, 'price-feed', cli('claude', { billing: 'api' }), list)
  host.does('price-feed', costs(0.84))
  await host.beat('price-feed')
  await host.pass(20 * MINUTE) // beats that need no agent
  await host.sleep(100 * MINUTE)
  await host.beat('price-feed')
  show(<Today />, host)
  const footer = screen.getByRole('contentinfo')
  const saved = host.runs().length - host.starts.length
  expect(saved).toBeGreaterThan(0)
  for (const part of [
    `${saved} saved, nothing needed an agent`,
    '$1.68 of $2.00 today',
    '84 % used',
    'Tomorrow at this pace: about 24 starts, $20.16',
  ])
    expect(footer.textContent).toContain(part)
  expect(
    within(footer).getByRole('meter', { name: 'Used of today’s budget' }).getAttribute('aria-valuenow'),
  ).toBe('84')
  fireEvent.click(within(footer).getByRole('button', { name: /of \$2\.00 today/ }))
  expect(location.hash).toBe('#/agents')
})

it('says what a plan covered as the estimate that it is, also beside no money at all', async () => {
  const host = await openHost({ settings: { caps: [] } })
  addAgent(host, 'price-feed', cli('claude', { billing: 'plan' }))
  host.does('price-feed', costs(0.84))
  await host.beat('price-feed')
  show(<Today />, host)
  const footer = screen.getByRole('contentinfo')
  expect(
    within(footer).getByRole('button', { name: '$0.84 covered by the plan (API-equivalent estimate)' }),
  ).toBeTruthy()
  cleanup()
  const paid = await openHost()
  addAgent(paid, 'price-feed', cli('claude', { billing: 'api' }))
  paid.does('price-feed', costs(0.84))
  await paid.beat('price-feed')
  show(<Today />, paid)
  expect(screen.getByRole('contentinfo').textContent).not.toContain('estimate')
})

describe('the states of the day', () => {
  it('holds the place of the next hour before its times are known, so that nothing below jumps', async () => {
    show(<Today />, await quietHost('infra'))
    expect(within(screen.getByRole('list', { name: 'Next 60 minutes' })).queryAllByRole('listitem')).toEqual(
      [],
    )
  })
  it('shows the next hour by the minute, in words as well', async () => {
    show(<Today />, await quietHost('infra'))
    const lane = await screen.findByRole('list', { name: 'Next 60 minutes' })
    expect((await within(lane).findAllByRole('listitem')).length).toBeGreaterThan(0)
    expect(within(lane).getAllByRole('listitem')[0]?.getAttribute('aria-label')).toMatch(/^in .* min: /)
  })
  it('is calm when nobody is needed: the whole day in one strip', async () => {
    const host = await quietHost('mobile-app', 'design-tokens')
    await host.pass(9 * MINUTE)
    show(<Today />, host)
    expect(screen.getByRole('slider', { name: /^All threads, the last 24 hours/ })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Needs you' })).toBeNull()
  })
  it('says since when the computer is offline, and takes it back', async () => {
    show(<Today />, await quietHost('infra'))
    fireEvent(window, new Event('offline'))
    expect(screen.getByText(/This computer is offline since/)).toBeTruthy()
    fireEvent(window, new Event('online'))
    expect(screen.queryByText(/This computer is offline since/)).toBeNull()
  })
})
