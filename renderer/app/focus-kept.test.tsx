import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useState, type ReactNode } from 'react'
import { useFocusKept } from './focus-kept.ts'

function Page({ children }: { children: (gone: boolean, go: () => void) => ReactNode }): ReactNode {
  const [gone, setGone] = useState(false)
  useFocusKept()
  return children(gone, () => setGone(true))
}
const button = (name: string): HTMLElement => screen.getByRole('button', { name })

describe('the focus', () => {
  it('goes to what stands nearest when the button that had it is gone', async () => {
    render(
      <Page>
        {(gone, go) => (
          <>
            <button>far</button>
            <div>
              <p>{!gone && <button onClick={go}>Resume</button>}</p>
              <button>near</button>
            </div>
          </>
        )}
      </Page>,
    )
    button('Resume').focus()
    button('Resume').click()
    await waitFor(() => expect(document.activeElement).toBe(button('near')))
  })

  it('goes to the next of a list, and to the one before where it was the last', async () => {
    render(
      <Page>
        {(gone, go) => (
          <ul>
            <li>
              <button>one</button>
            </li>
            {!gone && (
              <li>
                <button onClick={go}>two</button>
              </li>
            )}
            <li>
              <button>three</button>
            </li>
          </ul>
        )}
      </Page>,
    )
    button('two').focus()
    button('two').click()
    await waitFor(() => expect(document.activeElement).toBe(button('three')))
    cleanup()
    render(
      <Page>
        {(gone, go) => (
          <ul>
            <li>
              <button>one</button>
            </li>
            <li>
              <button>two</button>
            </li>
            {!gone && (
              <li>
                <button onClick={go}>three</button>
              </li>
            )}
          </ul>
        )}
      </Page>,
    )
    button('three').focus()
    button('three').click()
    await waitFor(() => expect(document.activeElement).toBe(button('two')))
  })

  it('goes back to the page when a menu closes, or its place when the opener went with it', async () => {
    render(
      <Page>
        {(gone, go) => (
          <>
            <div>{gone ? <button>Resume</button> : <button>Pause</button>}</div>
            {!gone && (
              <div role="menu">
                <button role="menuitem" onClick={go}>
                  For an hour
                </button>
              </div>
            )}
          </>
        )}
      </Page>,
    )
    button('Pause').focus()
    screen.getByRole('menuitem').focus()
    screen.getByRole('menuitem').click()
    await waitFor(() => expect(document.activeElement).toBe(button('Resume')))
  })

  it('stays inside of a dialog that is still open', async () => {
    render(
      <Page>
        {(gone, go) => (
          <>
            <button>behind</button>
            <div role="dialog">
              {!gone && <button onClick={go}>Remove</button>}
              <button>Close</button>
            </div>
          </>
        )}
      </Page>,
    )
    button('behind').focus()
    button('Remove').focus()
    button('Remove').click()
    await waitFor(() => expect(document.activeElement).toBe(button('Close')))
  })

  it('is nobody’s when a person gave it to nobody', async () => {
    render(
      <Page>
        {(gone, go) => (
          <>
            {!gone && <button onClick={go}>gone soon</button>}
            <button>stays</button>
          </>
        )}
      </Page>,
    )
    const going = button('gone soon')
    going.focus()
    going.blur()
    await Promise.resolve()
    going.click()
    await waitFor(() => expect(going.isConnected).toBe(false))
    await new Promise((resolve) => setTimeout(resolve))
    expect(document.activeElement).toBe(document.body)
  })
})
