import { render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Toaster } from 'sonner'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findHidden } from '../../../shared/base/hidden-text.ts'
import { AgentText } from '../text/agent-text.tsx'
import { toast } from './toast.ts'

const HIDDEN = 'x\u202Ey\u200Bz\u{E0041}w\u2066v'
const SHOWN = 'x<U+202E>y<U+200B>z<U+E0041>w<U+2066>v'

const Named = ({ children, title }: { children: ReactNode; title: string }): ReactNode => (
  <p title={title}>{children}</p>
)

describe('a text in the window', () => {
  it('shows hidden characters by their codes, wherever it stands', () => {
    const { container } = render(
      <>
        {HIDDEN}
        <p title={HIDDEN} aria-label={HIDDEN}>
          one {HIDDEN} two {[HIDDEN, [HIDDEN]]}
        </p>
        <img alt={HIDDEN} />
        <input placeholder={HIDDEN} />
        <svg>
          <title>{HIDDEN}</title>
        </svg>
        <Named title={HIDDEN}>{HIDDEN}</Named>
      </>,
    )
    expect(container.innerHTML.replaceAll('&lt;', '<').replaceAll('&gt;', '>').split(SHOWN)).toHaveLength(12)
    expect(container.innerHTML).not.toMatch(/[\p{Cf}]/u)
  })
  it('is handed to calls and fields as it is', () => {
    const { container } = render(<input value={HIDDEN} readOnly data-key={HIDDEN} />)
    expect(container.querySelector('input')!.value).toBe(HIDDEN)
    expect(container.querySelector('input')!.dataset['key']).toBe(HIDDEN)
  })
  it('is no other in a note at the foot of the window', async () => {
    render(<Toaster />)
    toast(HIDDEN)
    toast.error(`no ${HIDDEN}`)
    expect(await screen.findByText(SHOWN)).toBeTruthy()
    expect(await screen.findByText(`no ${SHOWN}`)).toBeTruthy()
  })
  it('of a note stays for a moment where it came with another page, and of an error until it was read', async () => {
    const now = vi.spyOn(performance, 'now')
    onTestFinished(() => now.mockRestore())
    const at = performance.now()
    render(<Toaster visibleToasts={3} />)
    now.mockReturnValue(at)
    toast('Saved')
    now.mockReturnValue(at + 500)
    toast.leavePage()
    expect(await screen.findByText('Saved')).toBeTruthy()
    now.mockReturnValue(at + 3000)
    toast.error('Not saved')
    toast.leavePage()
    await waitFor(() =>
      expect(screen.getByText('Saved').closest('[data-sonner-toast]')?.getAttribute('data-removed')).toBe(
        'true',
      ),
    )
    expect(screen.getByText('Not saved').closest('[data-sonner-toast]')?.getAttribute('data-removed')).toBe(
      'false',
    )
  })
  it('found by a user: notes do not stack: a new one ends an older one that offers nothing', async () => {
    const isOver = (words: string): boolean =>
      screen.queryByText(words)?.closest('[data-sonner-toast]')?.getAttribute('data-removed') !== 'false'
    render(<Toaster visibleToasts={3} />)
    toast('Acknowledged', { action: { label: 'Undo', onClick: () => undefined } })
    toast('One command approved')
    await screen.findByText('One command approved')
    toast('Another command approved')
    await screen.findByText('Another command approved')
    await waitFor(() => expect(isOver('One command approved')).toBe(true))
    expect([isOver('Acknowledged'), isOver('Another command approved')]).toEqual([false, false])
  })
  it('is no other in Markdown, of which code is copied as it is', () => {
    const { container } = render(
      <AgentText
        text={`a ${HIDDEN} *${HIDDEN}* [${HIDDEN}](https://a.b/)\n\n- ~~${HIDDEN}~~\n\n    ${HIDDEN}\n`}
      />,
    )
    expect(container.textContent?.split(SHOWN)).toHaveLength(6)
    expect(findHidden(container.innerHTML)).toBeNull()
  })
  it('keeps what emoji and scripts need', () => {
    const text = '⚠️ 👩‍💻 می‌خواهم'
    expect(render(<p>{text}</p>).container.textContent).toBe(text)
  })
})
