import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { navigate, flagPath } from '../client/navigation.ts'
import { ThreadPage } from '../thread/thread.tsx'
import { FLAG, flaggedHost } from '../testing/flagged.ts'
import { show } from '../testing/show.tsx'

const lineOfCursor = (): string | undefined =>
  document.querySelector('.cm-activeLine')?.textContent ?? undefined

it('found by review: the editor opens at the line of the flag and not below it, ready to type', async () => {
  const host = await flaggedHost()
  navigate(flagPath(host.id('api'), FLAG))
  show(<ThreadPage id={host.id('api')} />, host)
  await waitFor(() => expect(lineOfCursor()).toBe(`- ${FLAG}`))
  expect(document.activeElement?.classList.contains('cm-content')).toBe(true)
})

it('a flag that is gone shows the file as it is', async () => {
  const host = await flaggedHost()
  navigate(flagPath(host.id('api'), 'nobody wrote this'))
  show(<ThreadPage id={host.id('api')} />, host)
  await screen.findByRole('textbox', { name: /HEARTBEAT\.md/ })
  expect(document.activeElement).toBe(document.body)
})
