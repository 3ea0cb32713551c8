import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useState, type ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

function Asking(): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Ask</button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="A question">
        <input aria-label="Answer" autoFocus />
      </Dialog>
    </>
  )
}

it('gives the focus back to the opener, also when a field in the dialog took it by itself', async () => {
  render(<Asking />)
  const opener = screen.getByRole('button', { name: 'Ask' })
  opener.focus()
  fireEvent.click(opener)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Answer')))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement).toBe(opener))
})
