import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { navigate } from '../client/navigation.ts'
import { openHost } from '../testing/host.ts'
import { addAlert } from '../testing/threads.ts'
import { link, openApp, press } from './testing/open-app.tsx'

describe('the places', () => {
  it('goes to a place by G and a letter, and the letter alone means what it meant', async () => {
    await openApp()
    press('g')
    press('j')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Jobs'))
    expect(link(/^Queue/).getAttribute('aria-current')).toBe('page')
    expect(
      within(screen.getByRole('navigation', { name: 'Parts of the queue' })).getByRole('link', {
        current: 'page',
      }).textContent,
    ).toBe('Jobs')
    press('g')
    press('a')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Next 24 hours'))
    press('j')
    expect(location.hash).toBe('#/ahead')
  })
  it('has six places with their keys, and counts where work waits', async () => {
    const host = await openHost()
    for (const name of ['a', 'b', 'c', 'd', 'e']) await addAlert(host, name, `${name} is red`)
    host.message(host.id('b'), 'kept until it has an agent, and no work that waits')
    host.store.threads.change(host.id('a'), {
      agent: { kind: 'command', argv: ['agent'], env: {} },
      pause: { reason: 'asked', until: null, by: 'person' },
    })
    for (let n = 0; n < 4; n++)
      host.store.queue.sendMessage(host.id('a'), `message ${n}`, '3', host.clock.now())
    await openApp(host)
    expect(
      within(screen.getByRole('navigation', { name: 'Places' }))
        .getAllByRole('link')
        .map((l) => l.title),
    ).toEqual(['Today', 'Threads', 'Inbox', 'History', 'Queue', 'Settings'])
    expect(link('Inbox 5 open')).toBeTruthy()
    expect(link('Queue 4 waiting')).toBeTruthy()
    for (const [key, hash] of [
      ['2', '#/threads'],
      ['3', '#/inbox'],
      ['4', '#/history'],
      ['5', '#/queue'],
      ['6', '#/settings'],
      ['1', '#/'],
    ] as const) {
      press(key, document.body, { ctrlKey: true, code: `Digit${key}` })
      await waitFor(() => expect(location.hash).toBe(hash))
    }
  })
  it('has a place for suggestions from the first one on, with how many are open', async () => {
    const host = await openHost()
    await openApp(host)
    expect(screen.queryByRole('link', { name: /^Suggestions/ })).toBeNull()
    const number = host.store.pollination.propose({
      threadId: null,
      threadNumber: 2,
      threadName: 'gone',
      pattern: 'lint',
      tier: 'daily',
      text: 'x',
      because: 'y',
      sources: [],
      proposedAt: 1,
    })
    await screen.findByRole('link', { name: 'Suggestions 1 open' })
    const no = { state: 'declined', tier: 'daily', text: 'x', reason: '', by: 'person', at: 2 } as const
    host.store.pollination.decide(number, no)
    await screen.findByRole('link', { name: 'Suggestions' })
  })
  it('belongs to the queue on the next 24 hours, and to Settings on Agents and on each of its own pages', async () => {
    await openApp()
    for (const [path, name] of [
      ['/ahead', /^Queue/],
      ['/agents', 'Settings'],
      ['/settings/keyboard', 'Settings'],
      ['/run/run_x', 'History'],
    ] as const) {
      navigate(path)
      await waitFor(() => expect(link(name).getAttribute('aria-current')).toBe('page'))
    }
  })
  it('shows what was saved as a view below the places, and which of them is open', async () => {
    await openApp(
      await openHost({
        settings: {
          views: [
            { name: 'Money', query: 'tag=money&show=overdue' },
            { name: 'Mine', query: 'q=api' },
          ],
        },
      }),
    )
    expect(
      within(screen.getByRole('region', { name: 'Views' }))
        .getAllByRole('link')
        .map((l) => l.getAttribute('href')),
    ).toEqual(['#/threads?tag=money&show=overdue', '#/threads?q=api'])
    fireEvent.click(link(/Mine/))
    await waitFor(() => expect(link(/Mine/).getAttribute('aria-current')).toBe('page'))
    expect(link('Threads').getAttribute('aria-current')).toBeNull()
  })
})
