import { render, screen, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import { describe, expect, it } from 'vitest'
import { Source } from './source.tsx'
import type { SourceHandle } from './source-handle.ts'

describe('the source', () => {
  it('tells how the keyboard leaves it, where Tab writes', async () => {
    render(<Source text={'a\n'} readOnly={false} label="file" lint={false} />)
    expect(
      (
        await screen.findByRole('textbox', { name: 'file', description: 'Esc, then Tab, leaves the text' })
      ).getAttribute('contenteditable'),
    ).toBe('true')
  })
  it('found by a user: says so in a line of its own, below the text and not over it', () => {
    const { container } = render(<Source text={'a\n'} readOnly={false} label="file" lint={false} />)
    const hint = screen.getByText('Esc, then Tab, leaves the text')
    const editor = container.querySelector('.cm-editor')!
    expect(editor.parentElement!.nextElementSibling).toBe(hint)
    expect(hint.parentElement!.className.split(' ')).toEqual(expect.arrayContaining(['flex', 'flex-col']))
    expect(hint.className).not.toMatch(/absolute|fixed|-m[tby]?-/)
  })
  it('shows what hides in it by its code, and keeps it', async () => {
    const hidden = 'x\u202Ey\u200Bz\u{E0041}w\u2066v 👩‍💻'
    const handle = createRef<SourceHandle>()
    render(<Source ref={handle} text={hidden} readOnly={false} label="file" lint={false} />)
    const box = await screen.findByRole('textbox', { name: 'file' })
    expect(box.textContent).toBe('x<U+202E>y<U+200B>z<U+E0041>w<U+2066>v 👩‍💻')
    expect(handle.current!.text()).toBe(hidden)
  })
  it('lets each line begin where its script begins, whatever marks stand before its words', async () => {
    const text = '## Quick Tasks\n- [x] راجع `git log` كل صباح.\n- [ ] Look at راجع\n* [!!] خطأ\n'
    const handle = createRef<SourceHandle>()
    render(<Source ref={handle} text={text} readOnly={false} label="file" lint={false} />)
    const box = await screen.findByRole('textbox', { name: 'file' })
    const ways = (): (string | null)[] =>
      [...box.querySelectorAll('.cm-line')].map((line) => line.getAttribute('dir'))
    expect(ways()).toEqual([null, 'rtl', null, 'rtl', null])
    handle.current!.change([{ from: 0, to: 0, insert: 'عنوان\n' }], 'input.type')
    expect(ways()).toEqual(['rtl', null, 'rtl', null, 'rtl', null])
  })
  it('takes a mark away when what is known of its line changes, also long after the last keystroke', async () => {
    const text = '## Quick Tasks\n- [ ] Run `npm test`\n\n## Notes\nx\n'
    const handle = createRef<SourceHandle>()
    render(<Source ref={handle} text={text} readOnly={false} label="file" />)
    const box = await screen.findByRole('textbox', { name: 'file' })
    const marked = (): (string | null)[] =>
      [...box.querySelectorAll('.cm-lintRange-hint, .cm-lintRange-info, .cm-lintRange-warning')].map(
        (mark) => mark.textContent,
      )
    await waitFor(() => expect(marked().join('')).toContain('npm test'))
    handle.current!.facts({ timings: [{ key: 'quick:run npm test', worstMs: 900, beats: 3 }] })
    await waitFor(() => expect(marked().join('')).not.toContain('npm test'))
  })
  it('is not written over by a text that is drawn late', async () => {
    const handle = createRef<SourceHandle>()
    const typed: string[] = []
    const drawn = (text: string) => (
      <Source
        ref={handle}
        text={text}
        readOnly={false}
        label="file"
        lint={false}
        onChange={(now) => typed.push(now)}
      />
    )
    const page = render(drawn('a\n'))
    await screen.findByRole('textbox', { name: 'file' })
    handle.current!.change([{ from: 1, to: 1, insert: 'b' }], 'input.type')
    handle.current!.change([{ from: 2, to: 2, insert: 'c' }], 'input.type')
    page.rerender(drawn('ab\n')) // of one keystroke ago
    expect([typed, handle.current!.text()]).toEqual([['ab\n', 'abc\n'], 'abc\n'])
  })
  it('shows a later text where nobody writes, and tells nobody of it', async () => {
    const typed: string[] = []
    const drawn = (text: string) => (
      <Source text={text} readOnly label="file" lint={false} onChange={(now) => typed.push(now)} />
    )
    const page = render(drawn('one\n'))
    const box = await screen.findByRole('textbox', { name: 'file' })
    page.rerender(drawn('two\n'))
    expect(box.textContent).toBe('two')
    expect([box.getAttribute('aria-readonly'), typed]).toEqual(['true', []])
  })
  it('undoes the person’s own step after a merge, and leaves what others wrote', async () => {
    const handle = createRef<SourceHandle>()
    let text = ''
    render(
      <Source
        ref={handle}
        text={'one\r\ntwo\r\n'}
        readOnly={false}
        label="file"
        lint={false}
        onChange={(now) => (text = now)}
      />,
    )
    await screen.findByRole('textbox', { name: 'file' })
    handle.current!.change([{ from: 7, to: 7, insert: ', mine' }], 'input.type')
    handle.current!.replace('ONE\r\ntwo, mine\r\n')
    handle.current!.undo()
    expect(text).toBe('ONE\r\ntwo\r\n')
    handle.current!.redo()
    expect(text).toBe('ONE\r\ntwo, mine\r\n')
  })
})
