import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useUi } from '../../client/ui-state.ts'
import { openHost } from '../../testing/host.ts'
import { show } from '../../testing/show.tsx'
import { passages } from './authors-list.tsx'
import { FindEverywhere } from './find-everywhere.tsx'
import { Preview } from './preview.tsx'

it('the preview shows no HTML and no picture, and a link asks first', async () => {
  const { host } = show(
    <Preview
      text={
        '<img src="https://a.example/x.png"><script>1</script>\n![p](https://a.example/y.png)\n[docs](https://b.example/z)\n'
      }
      onClose={() => undefined}
    />,
    await openHost(),
  )
  const dialog = await screen.findByRole('dialog')
  expect(dialog.querySelector('img, script, iframe')).toBeNull()
  fireEvent.click(within(dialog).getByRole('link', { name: 'docs' }))
  fireEvent.click(
    within(await screen.findByRole('alertdialog', { name: 'Open b.example?' })).getByRole('button', {
      name: 'Cancel',
    }),
  )
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(host.calls.filter((c) => c.startsWith('shell.openExternal'))).toEqual([])
})

it('find in all shows what would be replaced, and replaces only in what is chosen', async () => {
  useUi.getState().showFinding(true)
  const host = await openHost()
  for (const name of ['api', 'web', 'infra']) host.add(name)
  show(<FindEverywhere />, host)
  fireEvent.change(await screen.findByRole('textbox', { name: 'Find' }), { target: { value: 'git status' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Replace with' }), { target: { value: 'git diff' } })
  const button = await screen.findByRole('button', { name: /^Replace in 3 files/ })
  await waitFor(() => expect(document.querySelector('del')?.textContent).toBe('git status'))
  const boxes = screen.getAllByRole('checkbox').filter((b) => b.closest('header') !== null)
  fireEvent.click(boxes[0]!)
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false))
  expect(host.calls.some((c) => c.startsWith('doc.replace'))).toBe(false)
  fireEvent.click(button)
  await waitFor(() => expect(host.calls.some((c) => c.startsWith('doc.replace'))).toBe(true))
  const { files } = JSON.parse(
    host.calls.find((c) => c.startsWith('doc.replace'))!.slice('doc.replace '.length),
  ) as { files: readonly { id: string }[] }
  expect(files.map((f) => f.id)).toEqual([host.id('web'), host.id('infra')])
  await waitFor(() => expect(host.files.get('/infra')).toContain('- [ ] Run `git diff`'))
  expect(host.files.get('/web')).toContain('- [ ] Run `git diff`')
  expect(host.files.get('/api')).toContain('- [ ] Run `git status`')
  useUi.getState().showFinding(false)
})

it('the list of authors says the margin in words', () => {
  const you = { author: 'you' as const, at: 1, runId: null }
  expect(passages([you, you, null, you], 'a\nb\nc\n')).toEqual([
    { from: 1, to: 2, by: you, text: 'a' },
    { from: 3, to: 3, by: null, text: 'c' },
  ])
})
