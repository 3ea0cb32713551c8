import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Toaster } from 'sonner'
import { describe, expect, it } from 'vitest'
import { aNote } from '../../../shared/knowledge/testing/pages.ts'
import { choose } from '../../testing/choose.ts'
import { openHost, type WindowHost } from '../../testing/host.ts'
import { show } from '../../testing/show.tsx'
import { Pages } from './pages.tsx'

async function open(): Promise<WindowHost> {
  const host = await openHost()
  host.add('api')
  const page = aNote('Flaky tests', 'The **mailer** fails on Mondays.')
  host.store.knowledge.writePages(host.id('api'), [page], host.clock.now())
  show(
    <>
      <Toaster />
      <Pages thread={host.thread('api')} />
    </>,
    host,
  )
  await screen.findByRole('button', { name: 'Flaky tests' })
  return host
}
const pagesOf = async (host: WindowHost): Promise<readonly string[]> =>
  (await host.client.knowledge.pages({ id: host.id('api') })).map((p) => `${p.title}: ${p.text}`)

describe('pages that reflections wrote', () => {
  it('are read where they are listed', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Flaky tests' }))
    expect(screen.getByText('mailer').tagName).toBe('STRONG')
  })
  it('are corrected, and what the next beat reads is the corrected text', async () => {
    const host = await open()
    fireEvent.click(screen.getByRole('button', { name: 'Edit the page Flaky tests' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit page' })
    const text = within(dialog).getByLabelText<HTMLTextAreaElement>('Text, as Markdown')
    fireEvent.change(text, { target: { value: 'Mended.' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(async () => expect(await pagesOf(host)).toEqual(['Flaky tests: Mended.']))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  it('say whose words they are and which are skills, and a person makes a note a skill', async () => {
    const host = await open()
    const row = () => screen.getByRole('listitem').textContent
    expect(row()).toContain('Flaky testsby an agent')
    fireEvent.click(screen.getByRole('button', { name: 'Edit the page Flaky tests' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit page' })
    await choose('Kind', 'Skill')
    expect(dialog.textContent).toContain('How something is done.')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(row()).toContain('Flaky testsSkillby you'))
    expect(await host.client.knowledge.pages({ id: host.id('api') })).toMatchObject([
      { kind: 'skill', by: 'person' },
    ])
  })
  it('are saved once, however often Save is pressed', async () => {
    const host = await open()
    fireEvent.click(screen.getByRole('button', { name: 'Edit the page Flaky tests' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit page' })
    fireEvent.change(within(dialog).getByLabelText('Title'), { target: { value: 'Slow tests' } })
    const save = within(dialog).getByRole('button', { name: 'Save' })
    fireEvent.click(save)
    fireEvent.click(save)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await pagesOf(host)).toEqual(['Slow tests: The **mailer** fails on Mondays.'])
  })
  it('that changed meanwhile keep both texts: nothing is saved, and what was typed stays', async () => {
    const host = await open()
    fireEvent.click(screen.getByRole('button', { name: 'Edit the page Flaky tests' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit page' })
    const newer = aNote('Flaky tests', 'Newer.')
    host.store.knowledge.writePages(host.id('api'), [newer], host.clock.now() + 1)
    const text = within(dialog).getByLabelText<HTMLTextAreaElement>('Text, as Markdown')
    fireEvent.change(text, { target: { value: 'Mine.' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect((await within(dialog).findByText(/has changed since you opened it/)).textContent).toBeDefined()
    expect(text.value).toBe('Mine.')
    expect(await pagesOf(host)).toEqual(['Flaky tests: Newer.'])
  })
  it('are removed without a question, and brought back by Undo', async () => {
    const host = await open()
    fireEvent.click(screen.getByRole('button', { name: 'Remove the page Flaky tests' }))
    await waitFor(async () => expect(await pagesOf(host)).toEqual([]))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () =>
      expect(await pagesOf(host)).toEqual(['Flaky tests: The **mailer** fails on Mondays.']),
    )
  })
})
