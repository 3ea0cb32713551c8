import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useRef, useState, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DocView, SaveResult } from '../../../shared/contract/playbook.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import { sampleSnapshot } from '../../../shared/views/testing/sample-snapshot.ts'
import { BridgeContext, useBridge, type Bridge } from '../../client/bridge.ts'
import { navigate } from '../../client/navigation.ts'
import { show } from '../../testing/show.tsx'
import { DraftNotice } from '../draft-notice.tsx'
import { keepDraft, readDraft } from './drafts.ts'
import { statusOf } from './editor-state.ts'
import type { SourceHandle } from '../source/source-handle.ts'
import { useSaving, type Saving } from './use-saving.ts'

const snapshot = sampleSnapshot(Date.now())
const thread = { ...snapshot.threads[0]!, running: null, waiting: [], nextDueAt: null }
const docOf = (text: string, exists = true): DocView => ({
  text,
  version: 'v',
  doc: parse(text),
  problems: [],
  exists,
  tracked: false,
  encoding: 'utf-8',
})
const BASE = '## Notes\none\ntwo\n'

/** Saves wait here until a test answers them. */
let asked: {
  readonly text: string
  readonly base: string
  answer: (result: SaveResult) => void
  fail: (message: string) => void
}[] = []
let saving: Saving
let replaced: string[] = []
let page: ReturnType<typeof show>
let doc = docOf(BASE)
let showDoc: (doc: DocView) => void = () => {}

/* oxlint-disable react/globals -- the tests reach for what the hook gives */
function Desk(): ReactNode {
  const source = useRef({
    replace: (text: string) => void replaced.push(text),
    take: (text: string) => saving.tell({ kind: 'typed', text }),
  } as SourceHandle)
  const [shown, setShown] = useState(doc)
  showDoc = setShown
  saving = useSaving(thread, shown, source)
  return (
    <>
      <p role="status">{statusOf(saving.state).kind}</p>
      <DraftNotice thread={thread} state={saving.state} onBring={saving.bringBack} />
    </>
  )
}
/* eslint-enable react-hooks/globals */
/** The pretend host with a `doc.save` that is answered by hand. */
function Held({ children }: { children: ReactNode }): ReactNode {
  const bridge = useBridge()
  const save = ({ text, base }: { text: string; base: string }): Promise<SaveResult> =>
    new Promise(
      (resolve, reject) =>
        void asked.push({ text, base, answer: resolve, fail: (message) => reject(new Error(message)) }),
    )
  const client = {
    ...bridge.client,
    doc: { read: bridge.client.doc.read, save },
  } as unknown as Bridge['client']
  return <BridgeContext value={{ ...bridge, client }}>{children}</BridgeContext>
}
const open = (text = BASE): void => {
  doc = docOf(text)
  page = show(
    <Held>
      <Desk />
    </Held>,
    snapshot,
  )
}
const type = (text: string): void => act(() => saving.tell({ kind: 'typed', text }))
const look = (text: string, exists = true): void => act(() => showDoc(docOf(text, exists)))
const saved = (text: string, state: 'saved' | 'merged' = 'saved'): SaveResult => ({
  state,
  text,
  version: 'w',
})
const word = (): string => screen.getByRole('status').textContent

beforeEach(() => {
  asked = []
  replaced = []
  localStorage.clear()
})
afterEach(cleanup)

describe('no keystroke is lost', () => {
  it('when the page is left while a save is on its way: what was typed meanwhile goes with the next', async () => {
    open()
    type(`${BASE}a`)
    void saving.save()
    type(`${BASE}ab`)
    page.unmount()
    expect(asked.map((a) => a.text)).toEqual([`${BASE}a`])
    asked[0]!.answer(saved(`${BASE}a`))
    await waitFor(() =>
      expect(asked.map((a) => [a.text, a.base])).toEqual([
        [`${BASE}a`, BASE],
        [`${BASE}ab`, `${BASE}a`],
      ]),
    )
    expect(readDraft(thread.id)?.text).toBe(`${BASE}ab`)
    asked[1]!.answer(saved(`${BASE}ab`))
    await waitFor(() => expect(readDraft(thread.id)).toBeNull())
  })
  it('when it lands together with the answer to a save, before the window was drawn', async () => {
    open()
    type(`${BASE}a`)
    const done = saving.save()
    await act(async () => {
      saving.tell({ kind: 'typed', text: `${BASE}ab` })
      asked[0]!.answer(saved(BASE.replace('one', 'ONE') + 'a', 'merged'))
      await done
    })
    expect(replaced).toEqual([])
    expect(saving.state).toMatchObject({ text: `${BASE}ab`, base: `${BASE}a` })
    act(() => void saving.save())
    expect(asked[1]).toMatchObject({ text: `${BASE}ab`, base: `${BASE}a` })
  })
  it(
    'when the file is deleted and the page is left: it is offered again, and brought back ' +
      'only when asked',
    async () => {
      open()
      look('the template', false)
      type(`${BASE}mine`)
      page.unmount()
      expect(asked).toEqual([])
      open(BASE.replace('one', 'ONE'))
      fireEvent.click(screen.getByRole('button', { name: 'Bring it back' }))
      await waitFor(() => expect(saving.state.text).toBe(`${BASE.replace('one', 'ONE')}mine`))
      expect(word()).toBe('not saved')
    },
  )
  it('when the save after leaving meets a conflict: the person decides when they come back', async () => {
    open()
    type(BASE.replace('one', 'mine'))
    page.unmount()
    asked[0]!.answer({
      state: 'conflict',
      mine: BASE.replace('one', 'mine'),
      theirs: BASE.replace('one', 'theirs'),
      merged: BASE.replace('one', 'mine\ntheirs'),
      version: 'w',
      conflicts: 1,
    })
    await act(async () => {})
    open(BASE.replace('one', 'theirs'))
    expect(saving.state).toMatchObject({ text: BASE.replace('one', 'theirs'), conflict: null })
    fireEvent.click(screen.getByRole('button', { name: 'Bring it back' }))
    await waitFor(() =>
      expect(saving.state.conflict).toMatchObject({
        mine: BASE.replace('one', 'mine'),
        theirs: BASE.replace('one', 'theirs'),
      }),
    )
    expect(saving.state.conflict?.merged).toContain('mine')
    act(() => saving.settle(BASE.replace('one', 'mine')))
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({
        text: BASE.replace('one', 'mine'),
        base: BASE.replace('one', 'theirs'),
      }),
    )
  })
  it(
    'found by review: when a draft that conflicts is left again, what others wrote since stays in ' +
      'the conflict',
    async () => {
      const theirs = BASE.replace('one', 'theirs')
      keepDraft({
        key: `threadbeat:draft:${thread.id}:1`,
        text: BASE.replace('one', 'mine'),
        base: BASE,
        at: 1,
        conflict: null,
        fields: {},
      })
      for (const made of ['mine', 'mine, looked at']) {
        open(theirs)
        fireEvent.click(screen.getByRole('button', { name: 'Bring it back' }))
        await waitFor(() =>
          expect(saving.state.conflict).toMatchObject({ mine: BASE.replace('one', 'mine'), theirs }),
        )
        expect(saving.state).toMatchObject({ base: BASE })
        expect(saving.state.conflict?.merged).toContain(made)
        act(() => saving.tell({ kind: 'merging', text: BASE.replace('one', 'mine, looked at\ntheirs') }))
        page.unmount()
      }
      expect(asked).toEqual([])
    },
  )
  it('found by review: when it never pauses, and the window crashes', async () => {
    vi.useFakeTimers()
    open()
    for (let n = 1; n <= 10; n++) {
      type(`${BASE}${'a'.repeat(n)}`)
      vi.advanceTimersByTime(100)
    }
    expect(readDraft(thread.id)?.text.length).toBeGreaterThan(BASE.length + 5)
    vi.useRealTimers()
  })
  it('when the window is closed with a full disk: it stands beside the page before the shell asks', async () => {
    open()
    type(`${BASE}kept`)
    dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(readDraft(thread.id)?.text).toBe(`${BASE}kept`)
    await act(async () => asked[0]!.fail('The disk is full'))
    expect([word(), saving.state.failure]).toEqual(['not saved', 'The disk is full'])
  })
})

describe('the file’s newer text', () => {
  it('is taken in when the typing that held it back is undone, so that "saved" is true', async () => {
    open()
    type(`${BASE}a`)
    look(BASE.replace('one', 'ONE'))
    expect(replaced).toEqual([])
    type(BASE)
    await waitFor(() => expect(saving.state.text).toBe(BASE.replace('one', 'ONE')))
    expect(replaced).toEqual([BASE.replace('one', 'ONE')])
    expect([word(), asked.length]).toEqual(['saved', 0])
  })
})

describe('leaving', () => {
  it('waits for the save on its way and asks nothing when all of it is saved', async () => {
    open()
    type(`${BASE}a`)
    void saving.save()
    type(`${BASE}ab`)
    navigate('/inbox')
    await act(async () => asked[0]!.answer(saved(`${BASE}a`)))
    await act(async () => asked[1]!.answer(saved(`${BASE}ab`)))
    await waitFor(() => expect(location.hash).toBe('#/inbox'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    navigate('/')
  })
  it('loses what a person said to lose, and nothing else', async () => {
    keepDraft({
      key: `threadbeat:draft:${thread.id}:1`,
      text: `${BASE}older`,
      base: BASE,
      at: 1,
      conflict: null,
      fields: {},
    })
    open()
    type(`${BASE}a`)
    dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(readDraft(thread.id)?.text).toBe(`${BASE}a`)
    await act(async () => asked[0]!.fail('The disk is full'))
    navigate('/inbox')
    await waitFor(() => expect(asked).toHaveLength(2))
    await act(async () => asked[1]!.fail('The disk is full'))
    fireEvent.click(await screen.findByRole('button', { name: 'Leave and lose them' }))
    await waitFor(() => expect(location.hash).toBe('#/inbox'))
    page.unmount()
    expect([asked.length, readDraft(thread.id)?.text]).toEqual([2, `${BASE}older`])
    navigate('/')
  })
})
