import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Route } from 'wouter'
import type { Snapshot } from '../../shared/views/snapshot.ts'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { navigate } from '../client/navigation.ts'
import { show } from '../testing/show.tsx'
import { LinkSheet } from './link-sheet.tsx'

beforeEach(() => navigate('/'))
afterEach(cleanup)

const now = Date.now()
const snapshot = (change: Partial<Snapshot['threads'][number]> = {}): Snapshot => {
  const made = sampleSnapshot(now)
  return {
    ...made,
    threads: made.threads.map((t, i) =>
      i === 0 ? { ...t, repoPath: '/src/payments-api', trusted: true, running: null, ...change } : t,
    ),
  }
}
const first = snapshot().threads[0]!
function follow(link: string, over = snapshot()): ReturnType<typeof show> {
  navigate(`/link?to=${encodeURIComponent(link)}`)
  return show(
    <Route path="/link">
      <LinkSheet />
    </Route>,
    over,
  )
}

describe('a link', () => {
  it.each([
    ['threadbeat://inbox', '#/inbox'],
    ['threadbeat://queue', '#/queue'],
    ['threadbeat://jobs', '#/jobs'],
    ['threadbeat://ahead', '#/ahead'],
    [`threadbeat://thread/${first.number}`, `#/thread/${first.id}`],
    [`threadbeat://thread/${first.id}`, `#/thread/${first.id}`],
    ['threadbeat://run/run_1', '#/run/run_1'],
  ])('%s opens %s at once', async (link, hash) => {
    const { host } = follow(link)
    await waitFor(() => expect(location.hash).toBe(hash))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(host.calls).toEqual([])
  })
  it.each([
    'threadbeat://app/',
    'threadbeat://thread/4242',
    'threadbeat://beat?thread=4242',
    'threadbeat://beat?thread=1&anyway=true',
    'javascript:alert(1)',
    '',
  ])('%s leads nowhere, and says so', (link) => {
    const { host } = follow(link)
    expect(screen.getByRole('dialog', { name: 'This link leads nowhere' })).toBeTruthy()
    expect(screen.getAllByRole('button').map((b) => b.getAttribute('aria-label') ?? b.textContent)).toEqual([
      'Close',
      'Close',
    ])
    expect(host.calls).toEqual([])
  })
})

describe('a link that asks for a beat', () => {
  it('starts nothing before it was confirmed, and then exactly that', async () => {
    const { host } = follow(`threadbeat://beat?thread=${first.number}&tier=hourly`)
    const sheet = screen.getByRole('dialog', { name: `Beat ${first.name}?` })
    expect(sheet.textContent).toContain('One beat with the hourly tasks and those below them')
    expect(sheet.textContent).toContain(first.repoPath)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    expect(host.calls).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Beat now' }))
    await waitFor(() =>
      expect(host.calls).toEqual([`beat.start ${JSON.stringify({ id: first.id, tier: 'hourly' })}`]),
    )
    expect(location.hash).toBe(`#/thread/${first.id}`)
  })
  it('starts nothing when it is cancelled', async () => {
    const { host } = follow(`threadbeat://beat?thread=${first.id}`)
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(location.hash).not.toContain('/link'))
    expect(host.calls).toEqual([])
  })
  it('cannot be confirmed for a repository that is not trusted', () => {
    follow(`threadbeat://beat?thread=${first.number}`, snapshot({ trusted: false }))
    expect(screen.getByRole('button', { name: 'Beat now' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('alert').textContent).toContain('not trusted')
  })
})

describe('a link that asks to add a folder', () => {
  it('adds it without trust, after it was confirmed', async () => {
    const { host } = follow('threadbeat://add?path=/home/me/new%20api')
    expect(screen.getByText('/home/me/new api')).toBeTruthy()
    expect(host.calls).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Add without trust' }))
    await waitFor(() => expect(location.hash).toMatch(/^#\/thread\/thr_new_/))
    expect(host.calls).toEqual([
      `threads.add ${JSON.stringify({ paths: ['/home/me/new api'], trust: false })}`,
    ])
  })
  it('says why it was not added', async () => {
    follow('threadbeat://add?path=/home/me/nothing')
    fireEvent.click(screen.getByRole('button', { name: 'Add without trust' }))
    expect((await screen.findByRole('alert')).textContent).toBe('not a git repository')
    expect(location.hash).toContain('/link')
  })
  it('has nothing to add where it is a thread already', () => {
    follow(`threadbeat://add?path=${encodeURIComponent(first.repoPath)}`)
    expect(screen.getByRole('button', { name: 'Add without trust' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('alert').textContent).toBe(`It is thread ${first.number} already.`)
  })
})
