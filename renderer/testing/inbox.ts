import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** The rows of the inbox, as soon as there are so many. */
export async function rows(count: number): Promise<HTMLElement[]> {
  await waitFor(() => expect(screen.queryAllByRole('article')).toHaveLength(count))
  return screen.queryAllByRole('article')
}

/** A key where the focus is. */
export const press = (key: string): void =>
  void fireEvent.keyDown(document.activeElement ?? document.body, { key })
