import { fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { RunId } from '../../shared/base/ids.ts'
import { show } from '../testing/show.tsx'
import { quietHost } from '../testing/threads.ts'
import { nextEditorState, openEditor } from './saving/editor-state.ts'
import { Notices } from './notices.tsx'
import { Source } from './source/source.tsx'
import type { SourceHandle } from './source/source-handle.ts'

const clean = openEditor({ text: 'one\ntwo\n', exists: true })

describe('what is said above the text', () => {
  it('is nothing of the ticks and times that a beat writes', async () => {
    const host = await quietHost('idle')
    const list = (box: string, last: string) =>
      `## Timestamps\n- Last quick: ${last}\n\n## Quick Tasks\n- [${box}] one\n`
    const state = nextEditorState(openEditor({ text: list(' ', '(never)'), exists: true }), {
      kind: 'read',
      text: list('x', '2026-11-22 21:30'),
      exists: true,
      at: 2,
    })
    expect(state.theirs).not.toBeNull()
    show(
      <Notices
        thread={host.thread('idle')}
        state={state}
        tracked={false}
        source={createRef()}
        tell={() => undefined}
        onSave={() => undefined}
      />,
      host,
    )
    expect(screen.queryByRole('button', { name: 'View diff' })).toBeNull()
  })
  it('shows what somebody else changed, as a difference', async () => {
    const host = await quietHost('idle')
    const state = nextEditorState(clean, {
      kind: 'read',
      text: 'one\ntwo, by a beat\n',
      exists: true,
      at: Date.now(),
    })
    show(
      <Notices
        thread={host.thread('idle')}
        state={state}
        tracked={false}
        source={createRef()}
        tell={() => undefined}
        onSave={() => undefined}
      />,
      host,
    )
    fireEvent.click(await screen.findByRole('button', { name: 'View diff' }))
    expect((await screen.findByLabelText('Their change')).textContent).toContain('two, by a beat')
  })
})

describe('the source', () => {
  it('lights up the lines that somebody else changed, for two seconds', async () => {
    const handle = createRef<SourceHandle>()
    render(<Source ref={handle} text={'one\ntwo\n'} readOnly={false} label="file" lint={false} />)
    const box = await screen.findByRole('textbox', { name: 'file' })
    const lit = (): string[] => [...box.querySelectorAll('.cm-glow')].map((e) => e.textContent)
    vi.useFakeTimers()
    handle.current!.replace('one\ntwo, by a beat\n')
    expect(lit()).toEqual(['two, by a beat'])
    vi.advanceTimersByTime(1900)
    expect(lit()).toHaveLength(1)
    vi.advanceTimersByTime(200)
    expect(lit()).toEqual([])
  })
  it('opens the run that wrote a line, at a click on its mark in the margin', async () => {
    const handle = createRef<SourceHandle>()
    const { container } = render(
      <Source ref={handle} text={'one\ntwo\n'} readOnly={false} label="file" lint={false} margin />,
    )
    await screen.findByRole('textbox', { name: 'file' })
    handle.current!.authors({
      text: 'one\ntwo\n',
      authors: [{ author: 'run', at: 1, runId: 'run_77' as RunId }],
      lines: [0, 0, -1],
    })
    const mark = container.querySelector('.cm-author-run')!
    expect(mark.getAttribute('title')).toContain('click opens it')
    fireEvent.click(mark)
    expect(location.hash).toBe('#/run/run_77')
    location.hash = '#/'
  })
})
