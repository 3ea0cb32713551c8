import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { navigate, flagPath } from '../client/navigation.ts'
import { ThreadPage } from '../thread/thread.tsx'
import { show } from '../testing/show.tsx'

afterEach(cleanup)
const snapshot = sampleSnapshot(Date.now())
const thread = snapshot.threads.find((t) => t.doc?.flags.length === 1)!
const lineOfCursor = (): string | undefined =>
  document.querySelector('.cm-activeLine')?.textContent ?? undefined

it('found by review: the editor opens at the line of the flag and not below it, ready to type', async () => {
  navigate(flagPath(thread.id, thread.doc!.flags[0]!))
  show(<ThreadPage id={thread.id} />, snapshot)
  await waitFor(() => expect(lineOfCursor()).toBe(`- ${thread.doc!.flags[0]!}`))
  expect(document.activeElement?.classList.contains('cm-content')).toBe(true)
})

it('a flag that is gone shows the file as it is', async () => {
  navigate(flagPath(thread.id, 'nobody wrote this'))
  show(<ThreadPage id={thread.id} />, snapshot)
  await screen.findByRole('textbox', { name: /HEARTBEAT\.md/ })
  expect(document.activeElement).toBe(document.body)
})
