import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState, type ComponentType, type ReactNode } from 'react'
import { Toaster } from 'sonner'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Crash, PartCrash } from './crash.tsx'
import { isOpening, later, Opened } from './later.tsx'
import { loadBeforeShown, navigate, shownPath } from './navigation.ts'

interface Answer {
  readonly resolve: (component: ComponentType) => void
  readonly reject: (cause: Error) => void
}

/** Code that is there, or is not, when the test says so. */
function slow() {
  const asked: Answer[] = []
  const part = later(
    () =>
      new Promise<ComponentType>((resolve, reject) => {
        asked.push({ resolve, reject })
      }),
    { meanwhile: <p>Loading</p>, isLarge: true },
  )
  return {
    part,
    arrives: () => act(async () => asked.shift()?.resolve(() => <p>Here it is</p>)),
    isMissing: () => act(async () => asked.shift()?.reject(new Error('no such file'))),
  }
}

describe('a part of the window with a file of its own', () => {
  it('is shown as soon as it is loaded, and at once from then on', async () => {
    const { part: Part, arrives } = slow()
    const { unmount } = render(<Part />)
    expect(screen.getByText('Loading')).toBeTruthy()
    await arrives()
    expect(screen.getByText('Here it is')).toBeTruthy()
    unmount()
    render(<Part />)
    expect(screen.getByText('Here it is')).toBeTruthy()
  })

  it('says that its file could not be read, and offers to reload the window', async () => {
    vi.spyOn(console, 'error').mockReturnValue() // React tells of it as well
    const reload = vi.spyOn(location, 'reload').mockReturnValue()
    const { part: Part, isMissing } = slow()
    render(
      <Crash at="/">
        <Part />
      </Crash>,
    )
    await isMissing()
    expect(screen.getByRole('heading', { name: 'This part of the window could not be loaded.' })).toBeTruthy()
    expect(screen.getByText('Error: no such file')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Reload the window' }))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('leaves what stands beside it, where it is a part of other than the page', async () => {
    vi.spyOn(console, 'error').mockReturnValue() // React tells of it as well
    const reload = vi.spyOn(location, 'reload').mockReturnValue()
    const { part: Part, isMissing } = slow()
    render(
      <>
        <p>Beside</p>
        <PartCrash>
          <Part />
        </PartCrash>
      </>,
    )
    await isMissing()
    expect(screen.getByText('Beside')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'This part of the window could not be loaded.' }))
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('a dialog with a file of its own', () => {
  function Opener({ part: Part }: { part: ReturnType<typeof slow>['part'] }): ReactNode {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button onClick={() => setOpen(true)}>{isOpen ? 'Opened' : 'Open'}</button>
        <Opened part={Part} isOpen={isOpen} close={() => setOpen(false)}>
          <Part />
        </Opened>
        <Toaster />
      </>
    )
  }

  it('is loaded when it is opened; keys meanwhile are not meant for the page', async () => {
    const { part, arrives } = slow()
    render(<Opener part={part} />)
    expect(isOpening()).toBe(false)
    fireEvent.click(screen.getByText('Open'))
    expect(isOpening()).toBe(true)
    await arrives()
    expect(isOpening()).toBe(false)
    expect(screen.getByText('Here it is')).toBeTruthy()
  })

  it('is closed again when its file cannot be read, says so, and offers to reload the window', async () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue()
    const { part, isMissing } = slow()
    render(<Opener part={part} />)
    fireEvent.click(screen.getByText('Open'))
    await isMissing()
    expect(await screen.findByText('This part of the window could not be loaded.')).toBeTruthy()
    expect(isOpening()).toBe(false)
    expect(screen.getByText('Open')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Reload the window' }))
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('a place whose page is not loaded yet', () => {
  /** The inbox alone is not there, until the test says so. */
  function slowInbox() {
    let arrive = (): void => undefined
    const code = new Promise<void>((resolve) => (arrive = resolve))
    onTestFinished(loadBeforeShown((path) => (path === '/inbox' ? code : null)))
    return { arrives: () => act(async () => arrive()) }
  }

  it('is shown when it is; the page before it stands until then', async () => {
    const { arrives } = slowInbox()
    navigate('/inbox')
    expect(location.hash).toBe('#/inbox')
    expect(shownPath()).toBe('/')
    await arrives()
    expect(shownPath()).toBe('/inbox')
  })

  it('is forgotten when the person goes elsewhere meanwhile', async () => {
    const { arrives } = slowInbox()
    navigate('/inbox')
    navigate('/queue')
    expect(shownPath()).toBe('/queue')
    await arrives()
    expect(shownPath()).toBe('/queue')
  })
})
