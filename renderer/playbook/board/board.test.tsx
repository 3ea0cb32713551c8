import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useCallback, useRef, useState, type ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { applyChanges } from '../../../shared/playbook/edit/line-changes.ts'
import { sampleSnapshot } from '../../../shared/views/testing/sample-snapshot.ts'
import { show } from '../../testing/show.tsx'
import { useUi } from '../../client/ui-state.ts'
import { passages } from '../sheets/authors-list.tsx'
import { Board } from './board.tsx'
import type { Field, Fields } from '../saving/fields.ts'
import { FindEverywhere } from '../sheets/find-everywhere.tsx'
import { Preview } from '../sheets/preview.tsx'
import type { SourceHandle } from '../source/source-handle.ts'

afterEach(cleanup)
const LIST =
  '## Urgent Flags\n- Fire\n\n## Quick Tasks\n- [ ] one\n- [ ] two\n\n## Daily Tasks\n- [ ] ' +
  'three\n\n## Work Queue\n- [failed] w-1: Build\n\n## Notes\nold note\n'
let text = LIST
/** By somebody else. */
let change: (to: string) => void = () => undefined

/** The board over a text with an undo, as the source has it. */
function Desk(): ReactNode {
  const [now, setNow] = useState(LIST)
  const steps = useRef<string[]>([])
  const handle = {
    text: () => text,
    change(changes) {
      steps.current.push(text)
      setNow((text = applyChanges(text, changes)))
    },
    undo: () => setNow((text = steps.current.pop() ?? text)),
    redo: () => undefined,
  } satisfies Partial<SourceHandle>
  const [fields, setFields] = useState<Fields>({})
  const onField = useCallback(
    (name: string, field: Field | null) =>
      setFields(({ [name]: _, ...others }) => (field === null ? others : { ...others, [name]: field })),
    [],
  )
  // oxlint-disable-next-line react/globals -- the tests reach for it
  change = (to) => setNow((text = to))
  return (
    <Board
      text={now}
      problems={[]}
      source={() => handle as unknown as SourceHandle}
      fields={fields}
      onField={onField}
    />
  )
}
const open = (): void => {
  text = LIST
  show(<Desk />, sampleSnapshot(Date.now()))
}
const card = (name: string): HTMLElement => screen.getByRole('button', { name: `Edit: ${name}` })
const focused = (): string | null => document.activeElement?.getAttribute('aria-label') ?? null

describe('the board', () => {
  it('ticks, moves and deletes by keys, and the focus stays with the card', async () => {
    open()
    card('one').focus()
    fireEvent.keyDown(card('one'), { key: 'Enter', ctrlKey: true })
    expect(text).toContain('- [x] one')
    fireEvent.keyDown(card('one'), { key: 'ArrowDown', altKey: true })
    expect(text).toContain('- [ ] two\n- [x] one')
    expect(focused()).toBe('Edit: one')
    fireEvent.keyDown(card('one'), { key: '!', code: 'Digit3', ctrlKey: true, shiftKey: true })
    expect(text).toContain('- [ ] three\n- [x] one')
    expect(focused()).toBe('Edit: one')
    fireEvent.keyDown(card('one'), { key: 'Delete' })
    expect(text).not.toContain('one')
    await waitFor(() => expect(focused()).toBe('Edit: three'))
    fireEvent.keyDown(card('three'), { key: 'z', ctrlKey: true })
    expect(text).toContain('- [x] one')
  })
  it('goes on with the list at Enter, and indents at Tab', () => {
    open()
    fireEvent.click(card('one'))
    const input = screen.getByRole('textbox', { name: 'Change: one' })
    fireEvent.change(input, { target: { value: 'one, reworded' } })
    fireEvent.keyDown(input, { key: 'Enter' })
    const next = screen.getByRole('textbox', { name: 'Add a task' })
    fireEvent.change(next, { target: { value: 'one and a half' } })
    fireEvent.keyDown(next, { key: 'Enter' })
    expect(text).toContain('- [ ] one, reworded\n- [ ] one and a half\n- [ ] two')
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Add a task' }), { key: 'Escape' })
    fireEvent.click(card('two'))
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Change: two' }), { key: 'Tab' })
    expect(text).toContain('- [ ] one and a half\n  - [ ] two')
  })
  it('found by review: changed words that are left by the pointer leave the focus where it went', () => {
    open()
    fireEvent.click(card('one'))
    const input = screen.getByRole('textbox', { name: 'Change: one' })
    fireEvent.change(input, { target: { value: 'one more' } })
    const notes = screen.getByRole('textbox', { name: 'Notes' })
    act(() => notes.focus())
    expect(text).toContain('- [ ] one more')
    expect(document.activeElement).toBe(notes)
  })
  it('gives the focus back to the card when its words are left by Escape', async () => {
    open()
    fireEvent.click(card('one'))
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Change: one' }), { key: 'Escape' })
    await waitFor(() => expect(focused()).toBe('Edit: one'))
  })
  it('found by review: words that the list refuses stay where they were typed', () => {
    open()
    fireEvent.click(card('one'))
    const input = screen.getByRole('textbox', { name: 'Change: one' })
    fireEvent.change(input, { target: { value: 'two' } })
    fireEvent.blur(input)
    expect([text, screen.getByRole<HTMLInputElement>('textbox', { name: 'Change: one' }).value]).toEqual([
      LIST,
      'two',
    ])
  })
  it('found by review: words that are typed for a task which goes away wait as a new task', () => {
    open()
    fireEvent.click(card('one'))
    fireEvent.change(screen.getByRole('textbox', { name: 'Change: one' }), { target: { value: 'one more' } })
    act(() => change(LIST.replace('- [ ] one\n', '')))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Add a task: quick' }).value).toBe(
      'one more',
    )
    expect(text).not.toContain('one more')
  })
  it('found by review: notes that a beat writes while others are typed stay too', () => {
    open()
    const notes = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' })
    fireEvent.change(notes, { target: { value: 'old note, mine\n' } })
    act(() => change(LIST.replace('old note', 'old note\nby a beat')))
    expect(notes.value).toBe('old note, mine\n')
    fireEvent.blur(notes)
    expect(text).toBe(LIST.replace('old note', 'old note, mine\nby a beat'))
    expect(notes.value).toBe('old note, mine\nby a beat')
  })
  it('raises and resolves flags, queues work, and keeps notes that would break a list as typed', () => {
    open()
    fireEvent.click(screen.getByRole('button', { name: 'Resolve: Fire' }))
    expect(text).toMatch(/## Urgent Flags\n\(none\)\n[\s\S]*- Resolved \d{4}-\d\d-\d\d: Fire/)
    fireEvent.click(screen.getByRole('button', { name: 'Put back' }))
    expect(text).toContain('- [pending] w-1: Build')
    const notes = screen.getByRole('textbox', { name: 'Notes' })
    fireEvent.change(notes, { target: { value: '```\nopen' } })
    fireEvent.blur(notes)
    fireEvent.change(notes, { target: { value: '## Quick Tasks\n- x' } })
    fireEvent.blur(notes)
    expect(text).not.toContain('- x')
    expect((notes as HTMLTextAreaElement).value).toContain('- x')
  })
})

it('found by review: a flag resolved in the evening is dated by the day here, not by that of UTC', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 10, 20) })
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone: 'Asia/Tokyo' }
  })
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Resolve: Fire' }))
  expect(text).toContain('- Resolved 2026-03-11: Fire')
  zone.mockRestore()
  vi.useRealTimers()
})

it('the preview shows no HTML and no picture, and a link asks first', async () => {
  const { host } = show(
    <Preview
      text={
        '<img src="https://a.example/x.png"><script>1</script>\n![p](https://a.example/y.png)\n[docs](https://b.example/z)\n'
      }
      onClose={() => undefined}
    />,
    sampleSnapshot(Date.now()),
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
  const { host } = show(<FindEverywhere />, sampleSnapshot(Date.now()))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Find' }), { target: { value: 'git status' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Replace with' }), { target: { value: 'git diff' } })
  const button = await screen.findByRole('button', { name: /^Replace in \d+ files/ })
  await waitFor(() => expect(document.querySelector('del')?.textContent).toBe('git status'))
  const boxes = screen.getAllByRole('checkbox').filter((b) => b.closest('header') !== null)
  fireEvent.click(boxes[0]!)
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false))
  expect(host.calls.some((c) => c.startsWith('doc.replace'))).toBe(false)
  fireEvent.click(button)
  await waitFor(() => expect(host.calls.some((c) => c.startsWith('doc.replace'))).toBe(true))
  const asked = JSON.parse(
    host.calls.find((c) => c.startsWith('doc.replace'))!.slice('doc.replace '.length),
  ) as { files: unknown[] }
  expect(asked.files).toHaveLength(boxes.length - 1)
  useUi.getState().showFinding(false)
})

it('the list of authors says the margin in words', () => {
  const you = { author: 'you' as const, at: 1, runId: null }
  expect(passages([you, you, null, you], 'a\nb\nc\n')).toEqual([
    { from: 1, to: 2, by: you, text: 'a' },
    { from: 3, to: 3, by: null, text: 'c' },
  ])
})
