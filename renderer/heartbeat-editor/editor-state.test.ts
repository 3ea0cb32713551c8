import { describe, expect, it } from 'vitest'
import { isUnsaved, maySave, nextEditorState, openEditor, statusWord, type EditorEvent, type EditorState } from './editor-state.ts'
import { smallestChange } from './smallest-change.ts'

const after = (...events: EditorEvent[]): EditorState => events.reduce(nextEditorState, openEditor('a'))
const typed = (text: string): EditorEvent => ({ kind: 'typed', text })
const started = (text: string): EditorEvent => ({ kind: 'save-started', text })
const saved = (text: string, state: 'saved' | 'merged' = 'saved'): EditorEvent => ({ kind: 'save-ended', result: { state, text, version: 'v' } })
const conflict: EditorEvent = { kind: 'save-ended', result: { state: 'conflict', mine: 'ab', theirs: 'ax', merged: 'abx', version: 'v', conflicts: 1 } }

describe('the status word', () => {
  it('walks from saved over not saved and saving back to saved', () => {
    expect(statusWord(after())).toBe('saved')
    expect(statusWord(after(typed('ab')))).toBe('not saved')
    expect(statusWord(after(typed('ab'), started('ab')))).toBe('saving…')
    expect(statusWord(after(typed('ab'), started('ab'), saved('ab')))).toBe('saved')
  })
  it('is not "saved" for what was typed while it was saved', () => {
    const s = after(typed('ab'), started('ab'), typed('abc'), saved('ab'))
    expect(statusWord(s)).toBe('not saved')
    expect(s).toMatchObject({ text: 'abc', base: 'ab' })
  })
  it('tells of a merge, and takes the merged text', () => {
    const s = after(typed('ab'), started('ab'), saved('abx', 'merged'))
    expect(statusWord(s)).toBe('merged with a change made outside')
    expect(s).toMatchObject({ text: 'abx', base: 'abx' })
  })
  it('keeps what was sent as the common ancestor when a merge crosses with typing', () => {
    expect(after(typed('ab'), started('ab'), typed('abc'), saved('abx', 'merged'))).toMatchObject({ text: 'abc', base: 'ab' })
  })
  it('is not "saved" after a failure, and the text is still there', () => {
    const s = after(typed('ab'), started('ab'), { kind: 'save-failed', message: 'The disk is full' })
    expect(statusWord(s)).toBe('not saved')
    expect(s).toMatchObject({ text: 'ab', failure: 'The disk is full' })
  })
  it('stays "conflict" while it is one, whatever is typed or read', () => {
    const s = after(typed('ab'), started('ab'), conflict, { kind: 'read', text: 'ay' })
    expect(statusWord(s)).toBe('conflict — not saved')
    expect(maySave(s)).toBe(false)
    expect(isUnsaved(s)).toBe(true)
  })
})

describe('a decided conflict', () => {
  it('saves the chosen text on top of theirs', () => {
    const s = after(typed('ab'), started('ab'), conflict, { kind: 'settled', text: 'abx' })
    expect(s).toMatchObject({ text: 'abx', base: 'ax', conflict: null })
    expect(maySave(s)).toBe(true)
  })
  it('needs no saving when theirs is taken', () => {
    const s = after(typed('ab'), started('ab'), conflict, { kind: 'settled', text: 'ax' })
    expect(statusWord(s)).toBe('saved')
    expect(maySave(s)).toBe(false)
  })
})

describe('a change from outside', () => {
  it('is taken in place while nothing is unsaved, and said', () => {
    const s = after({ kind: 'read', text: 'b' })
    expect(s).toMatchObject({ text: 'b', base: 'b' })
    expect(statusWord(s)).toBe('updated by a change made outside')
  })
  it('waits for the merge while something is', () => expect(after(typed('ab'), { kind: 'read', text: 'b' })).toMatchObject({ text: 'ab', base: 'a' }))
})

it('changes only what differs', () => {
  expect(smallestChange('one two three', 'one 2 three')).toEqual({ from: 4, to: 7, insert: '2' })
  expect(smallestChange('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' })
  expect(smallestChange('same', 'same')).toBeNull()
})
