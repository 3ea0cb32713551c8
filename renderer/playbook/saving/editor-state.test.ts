import { describe, expect, it } from 'vitest'
import {
  isUnsaved,
  maySave,
  nextEditorState,
  openEditor,
  statusOf,
  type EditorEvent,
  type EditorState,
} from './editor-state.ts'
import { smallestChange } from '../source/smallest-change.ts'

const after = (...events: EditorEvent[]): EditorState =>
  events.reduce(nextEditorState, openEditor({ text: 'a', exists: true }))
const statusWord = (s: EditorState): string => {
  const status = statusOf(s)
  if (status.kind === 'saved') return status.at === null ? 'saved' : `saved ${status.at}`
  if (status.kind === 'saving') return 'saving'
  return `not saved: ${status.why}`
}
const read = (text: string, exists = true): EditorEvent => ({ kind: 'read', text, exists, at: 7 })
const typed = (text: string): EditorEvent => ({ kind: 'typed', text })
const started = (text: string): EditorEvent => ({ kind: 'save-started', text })
const saved = (text: string, state: 'saved' | 'merged' = 'saved'): EditorEvent => ({
  kind: 'save-ended',
  at: 5,
  result: { state, text, version: 'v' },
})
const conflict: EditorEvent = {
  kind: 'save-ended',
  at: 5,
  result: { state: 'conflict', mine: 'ab', theirs: 'ax', merged: 'abx', version: 'v', conflicts: 1 },
}

describe('the status word', () => {
  it('walks from saved over not saved and saving back to saved', () => {
    expect(statusWord(after()), 'no time of ours before we have saved').toBe('saved')
    expect(statusWord(after(typed('ab')))).toBe('not saved: waits for a pause in typing')
    expect(statusWord(after(typed('ab'), started('ab')))).toBe('saving')
    expect(statusWord(after(typed('ab'), started('ab'), saved('ab')))).toBe('saved 5')
  })
  it('is not "saved" for what was typed while it was saved', () => {
    const s = after(typed('ab'), started('ab'), typed('abc'), saved('ab'))
    expect(statusWord(s)).toMatch(/^not saved/)
    expect(s).toMatchObject({ text: 'abc', base: 'ab' })
  })
  it('tells of a merge, and takes the merged text', () => {
    const s = after(typed('ab'), started('ab'), saved('abx', 'merged'))
    expect(statusWord(s)).toBe('saved 5')
    expect(s).toMatchObject({
      text: 'abx',
      base: 'abx',
      theirs: { kind: 'merged', before: 'ab', after: 'abx', at: 5 },
    })
  })
  it('keeps what was sent as the common ancestor when a merge crosses with typing', () => {
    expect(after(typed('ab'), started('ab'), typed('abc'), saved('abx', 'merged'))).toMatchObject({
      text: 'abc',
      base: 'ab',
    })
  })
  it('is not "saved" after a failure, and the text is still there', () => {
    const s = after(typed('ab'), started('ab'), { kind: 'save-failed', message: 'The disk is full' })
    expect(statusWord(s)).toBe('not saved: The disk is full')
    expect(s).toMatchObject({ text: 'ab', failure: 'The disk is full' })
  })
  it('stays "conflict" while it is one, whatever is typed or read', () => {
    const s = after(typed('ab'), started('ab'), conflict, read('ay'))
    expect(statusWord(s)).toBe('not saved: both changed the same lines')
    expect(maySave(s)).toBe(false)
    expect(isUnsaved(s)).toBe(true)
  })
})

describe('a conflict', () => {
  const list = '## Notes\none\nbetween\ntwo\n'
  const open = (...events: EditorEvent[]): EditorState =>
    events.reduce(nextEditorState, openEditor({ text: list, exists: true }))
  const sent = list.replace('one', 'mine')
  const theirs = list.replace('one', 'theirs')
  const clash: EditorEvent = {
    kind: 'save-ended',
    at: 5,
    result: {
      state: 'conflict',
      mine: sent,
      theirs,
      merged: 'as the host merged it',
      version: 'v',
      conflicts: 1,
    },
  }
  it('holds in its result also what was typed after the text was sent', () => {
    const s = open(typed(sent), started(sent), typed(sent.replace('two', 'two, later')), clash)
    expect(s.conflict).toMatchObject({ mine: sent.replace('two', 'two, later'), theirs, conflicts: 1 })
    expect(s.conflict?.merged).toContain('two, later')
    expect(open(typed(sent), started(sent), clash, typed(`${sent}last`)).conflict?.merged).toContain('last')
    expect(open(typed(sent), started(sent), clash).conflict?.merged).toBe('as the host merged it')
  })
  it('is none any more when what was typed on no longer clashes', () => {
    expect(open(typed(sent), started(sent), typed(theirs), clash)).toMatchObject({
      text: theirs,
      conflict: null,
    })
  })
})

it('found by review: a file that goes back to the old text during a conflict is not taken for the decided one', () => {
  const s = after(typed('ab'), started('ab'), conflict, read('a'), { kind: 'settled', text: 'ax' })
  expect(s).toMatchObject({ text: 'ax', waiting: 'a' })
})

describe('a decided conflict', () => {
  it('saves the chosen text on top of theirs', () => {
    const s = after(typed('ab'), started('ab'), conflict, { kind: 'settled', text: 'abx' })
    expect(s).toMatchObject({ text: 'abx', base: 'ax', conflict: null })
    expect(maySave(s)).toBe(true)
  })
  it('needs no saving when theirs is taken', () => {
    const s = after(typed('ab'), started('ab'), conflict, { kind: 'settled', text: 'ax' })
    expect(statusWord(s)).toMatch(/^saved/)
    expect(maySave(s)).toBe(false)
  })
})

describe('a change from outside', () => {
  it('is taken in place while nothing is unsaved, and said', () => {
    const s = after(read('b'))
    expect(s).toMatchObject({
      text: 'b',
      base: 'b',
      theirs: { kind: 'updated', before: 'a', after: 'b', at: 7 },
    })
    expect(statusWord(s)).toBe('saved')
  })
  it('waits for the merge while something is', () =>
    expect(after(typed('ab'), read('b'))).toMatchObject({ text: 'ab', base: 'a', waiting: 'b' }))
  it('is remembered when a merge crosses with typing, and forgotten when a save has merged it', () => {
    expect(after(typed('ab'), started('ab'), typed('abc'), saved('abx', 'merged')).waiting).toBe('abx')
    expect(after(typed('ab'), read('b'), started('ab'), saved('abb', 'merged')).waiting).toBeNull()
  })
})

describe('a file that is deleted outside', () => {
  const gone = after(read('the template', false))
  it('leaves the text, and is not made again by itself', () => {
    expect(gone).toMatchObject({ text: 'a', gone: true })
    expect(statusWord(gone)).toBe('not saved: the file was deleted')
    expect([isUnsaved(gone), maySave(nextEditorState(gone, typed('ab')))]).toEqual([true, false])
    expect(
      statusWord(after(typed('ab'), started('ab'), { kind: 'save-ended', at: 5, result: { state: 'gone' } })),
    ).toBe('not saved: the file was deleted')
  })
  it('is as before when it comes back', () => {
    expect(statusWord(nextEditorState(gone, read('a')))).toBe('saved')
    expect(nextEditorState(gone, read('b'))).toMatchObject({ text: 'b', gone: false })
  })
  it('is nothing new where it never was', () =>
    expect(nextEditorState(openEditor({ text: 'a', exists: false }), read('other', false))).toMatchObject({
      text: 'a',
      gone: false,
    }))
})

it('changes only what differs', () => {
  expect(smallestChange('one two three', 'one 2 three')).toEqual({ from: 4, to: 7, insert: '2' })
  expect(smallestChange('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' })
  expect(smallestChange('same', 'same')).toBeNull()
})
