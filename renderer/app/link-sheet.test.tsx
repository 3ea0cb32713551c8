import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { Route } from 'wouter'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { navigate } from '../client/navigation.ts'
import type { WindowHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { quietHost } from '../testing/threads.ts'
import { LinkSheet } from './link-sheet.tsx'

let host: WindowHost
let first: ThreadView
beforeEach(async () => {
  host = await quietHost('payments-api')
  first = host.thread('payments-api')
})
function follow(link: string): void {
  navigate(`/link?to=${encodeURIComponent(link)}`)
  show(
    <Route path="/link">
      <LinkSheet />
    </Route>,
    host,
  )
}

describe('a link', () => {
  it.each([
    ['threadbeat://inbox', '#/inbox'],
    ['threadbeat://queue', '#/queue'],
    ['threadbeat://jobs', '#/jobs'],
    ['threadbeat://ahead', '#/ahead'],
    ['threadbeat://run/run_1', '#/run/run_1'],
  ])('%s opens %s at once', (link, hash) => opens(link, hash))
  it('opens a thread by its number', () =>
    opens(`threadbeat://thread/${first.number}`, `#/thread/${first.id}`))
  it('opens a thread by its id', () => opens(`threadbeat://thread/${first.id}`, `#/thread/${first.id}`))
  async function opens(link: string, hash: string): Promise<void> {
    follow(link)
    await waitFor(() => expect(location.hash).toBe(hash))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(host.calls).toEqual([])
  }
  it.each([
    'threadbeat://app/',
    'threadbeat://thread/4242',
    'threadbeat://beat?thread=4242',
    'threadbeat://beat?thread=1&anyway=true',
    'javascript:alert(1)',
    '',
  ])('%s leads nowhere, and says so', (link) => {
    follow(link)
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
    follow(`threadbeat://beat?thread=${first.number}&tier=hourly`)
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
    follow(`threadbeat://beat?thread=${first.id}`)
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(location.hash).not.toContain('/link'))
    expect(host.calls).toEqual([])
  })
  it('cannot be confirmed for a repository that is not trusted', async () => {
    await host.client.threads.trust({ id: first.id, on: false })
    follow(`threadbeat://beat?thread=${first.number}`)
    expect(screen.getByRole('button', { name: 'Beat now' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('alert').textContent).toContain('not trusted')
  })
})

describe('a link that asks to add a folder', () => {
  it('adds it without trust, after it was confirmed', async () => {
    follow('threadbeat://add?path=/home/me/new%20api')
    expect(screen.getByText('/home/me/new api')).toBeTruthy()
    expect(host.calls).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Add without trust' }))
    await waitFor(() => expect(location.hash).toBe(`#/thread/${host.id('home/me/new api')}`))
    expect(host.calls).toEqual([
      `threads.add ${JSON.stringify({ paths: ['/home/me/new api'], trust: false })}`,
    ])
  })
  it('says why it was not added', async () => {
    host.missing.add('/home/me/nothing')
    follow('threadbeat://add?path=/home/me/nothing')
    fireEvent.click(screen.getByRole('button', { name: 'Add without trust' }))
    expect((await screen.findByRole('alert')).textContent).toBe('/home/me/nothing is not there')
    expect(location.hash).toContain('/link')
  })
  it('has nothing to add where it is a thread already', () => {
    follow(`threadbeat://add?path=${encodeURIComponent(first.repoPath)}`)
    expect(screen.getByRole('button', { name: 'Add without trust' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('alert').textContent).toBe(`It is thread ${first.number} already.`)
  })
})
