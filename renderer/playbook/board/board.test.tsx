import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useCallback, useRef, useState, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { RunId } from '../../../shared/base/ids.ts'
import { applyChanges } from '../../../shared/playbook/edit/line-changes.ts'
import type { LastResult } from '../../../shared/runs/run.ts'
import { runPath } from '../../client/navigation.ts'
import { openHost } from '../../testing/host.ts'
import { show } from '../../testing/show.tsx'
import { Board } from './board.tsx'
import type { Field, Fields } from '../saving/fields.ts'
import type { SourceHandle } from '../source/source-handle.ts'

const LIST =
  '## Urgent Flags\n- Fire\n\n## Quick Tasks\n- [ ] one\n- [ ] two\n\n## Daily Tasks\n- [ ] ' +
  'three\n\n## Work Queue\n- [failed] w-1: Build\n\n## Notes\nold note\n'
let text = LIST
const RUN_ID = 'r-1' as RunId
const results: readonly LastResult[] = [
  {
    key: 'quick:one',
    text: 'one',
    status: 'passed',
    note: '',
    severity: null,
    runId: RUN_ID,
    at: 0,
    before: [],
  },
  {
    key: 'quick:two',
    text: 'two',
    status: 'finding',
    note: '2 failed',
    severity: 'warning',
    runId: RUN_ID,
    at: 0,
    before: [],
  },
]
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
      results={results}
      source={() => handle as unknown as SourceHandle}
      fields={fields}
      onField={onField}
    />
  )
}
async function open(start?: number): Promise<void> {
  text = LIST
  show(<Desk />, await openHost(start === undefined ? {} : { start }))
}
const card = (name: string): HTMLElement => screen.getByRole('button', { name: `Edit: ${name}` })
const focused = (): string | null => document.activeElement?.getAttribute('aria-label') ?? null

describe('the board', () => {
  it('says of each task what its newest beat found, in words where it is more than passed', async () => {
    await open()
    const said = (name: string): string | null | undefined => card(name).closest('[data-task]')?.textContent
    expect([said('one'), said('two'), said('three')]).toEqual([
      'onePassed, 1 Jan',
      'two2 failed1 Jan',
      'three',
    ])
    fireEvent.click(screen.getByRole('button', { name: 'More for two' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Open its last run' }))
    expect(location.hash).toContain(runPath(RUN_ID))
    act(() => change(LIST.replace('[ ] two', '[ ] two times')))
    expect(said('two times')).toBe('two times')
  })
  it('ticks, moves and deletes by keys, and the focus stays with the card', async () => {
    await open()
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
  it('goes on with the list at Enter, and indents at Tab', async () => {
    await open()
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
  it('found by review: changed words that are left by the pointer leave the focus where it went', async () => {
    await open()
    fireEvent.click(card('one'))
    const input = screen.getByRole('textbox', { name: 'Change: one' })
    fireEvent.change(input, { target: { value: 'one more' } })
    const notes = screen.getByRole('textbox', { name: 'Notes' })
    act(() => notes.focus())
    expect(text).toContain('- [ ] one more')
    expect(document.activeElement).toBe(notes)
  })
  it('gives the focus back to the card when its words are left by Escape', async () => {
    await open()
    fireEvent.click(card('one'))
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Change: one' }), { key: 'Escape' })
    await waitFor(() => expect(focused()).toBe('Edit: one'))
  })
  it('found by review: words that the list refuses stay where they were typed', async () => {
    await open()
    fireEvent.click(card('one'))
    const input = screen.getByRole('textbox', { name: 'Change: one' })
    fireEvent.change(input, { target: { value: 'two' } })
    fireEvent.blur(input)
    expect([text, screen.getByRole<HTMLInputElement>('textbox', { name: 'Change: one' }).value]).toEqual([
      LIST,
      'two',
    ])
  })
  it('found by review: words that are typed for a task which goes away wait as a new task', async () => {
    await open()
    fireEvent.click(card('one'))
    fireEvent.change(screen.getByRole('textbox', { name: 'Change: one' }), { target: { value: 'one more' } })
    act(() => change(LIST.replace('- [ ] one\n', '')))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Add a task: quick' }).value).toBe(
      'one more',
    )
    expect(text).not.toContain('one more')
  })
  it('found by review: notes that a beat writes while others are typed stay too', async () => {
    await open()
    const notes = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' })
    fireEvent.change(notes, { target: { value: 'old note, mine\n' } })
    act(() => change(LIST.replace('old note', 'old note\nby a beat')))
    expect(notes.value).toBe('old note, mine\n')
    fireEvent.blur(notes)
    expect(text).toBe(LIST.replace('old note', 'old note, mine\nby a beat'))
    expect(notes.value).toBe('old note, mine\nby a beat')
  })
  it('raises and resolves flags, queues work, and keeps notes that would break a list as typed', async () => {
    await open()
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

it('found by review: a flag resolved in the evening is dated by the day here, not by that of UTC', async () => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone: 'Asia/Tokyo' }
  })
  await open(Date.UTC(2026, 2, 10, 20))
  fireEvent.click(screen.getByRole('button', { name: 'Resolve: Fire' }))
  expect(text).toContain('- Resolved 2026-03-11: Fire')
  zone.mockRestore()
})
