import { act, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { expect, it } from 'vitest'
import type { RunId } from '../../../shared/base/ids.ts'
import type { LastResult } from '../../../shared/runs/run.ts'
import { Source } from './source.tsx'
import type { SourceHandle } from './source-handle.ts'

const TEXT = '## Quick Tasks\n- [ ] one\n- [ ] two\n- [ ] three\n'
const result = (key: string, changed: Partial<LastResult> = {}): LastResult => ({
  key,
  text: key.split(':')[1]!,
  status: 'passed',
  note: '',
  severity: null,
  runId: 'r-7' as RunId,
  at: 0,
  before: [],
  ...changed,
})

async function open() {
  const handle = createRef<SourceHandle>()
  const { container } = render(<Source ref={handle} text={TEXT} readOnly={false} label="file" lint={false} />)
  const box = await screen.findByRole('textbox', { name: 'file' })
  return {
    handle: handle.current!,
    bars: () =>
      [...container.querySelectorAll('.cm-results .cm-result-bars')].map((line) =>
        [...line.children].map((bar) => bar.className.split('cm-result-')[2]),
      ),
    found: () => [...box.querySelectorAll('.cm-found')].map((found) => found.textContent),
  }
}

it('beside each line stand its newest beats, behind it what more than passed', async () => {
  const { handle, bars, found } = await open()
  act(() =>
    handle.results({
      results: [
        result('quick:one', { before: ['passed', 'failed'] }),
        result('quick:two', { status: 'finding', note: 'npm test failed\u202E (exit code 1)' }),
        result('quick:gone'),
      ],
      working: null,
    }),
  )
  expect(bars()).toEqual([['failed', 'passed', 'passed'], ['finding']])
  expect(found()).toEqual(['npm test failed<U+202E> (exit code 1)'])
  expect(handle.text(), 'nothing of it is in the text').toBe(TEXT)
})

it('the line that is worked at this moment is marked, and what it found before is not news', async () => {
  const { handle, bars, found } = await open()
  const results = [result('quick:two', { status: 'finding', note: 'red' })]
  act(() => handle.results({ results, working: 'two' }))
  expect([bars(), found()]).toEqual([[['finding', 'working']], []])
  act(() => handle.results({ results, working: null }))
  expect([bars(), found()]).toEqual([[['finding']], ['red']])
})

it('a line that is changed has no result until a beat has worked it', async () => {
  const { handle, bars } = await open()
  const known = { results: [result('quick:one')], working: null }
  act(() => handle.results(known))
  handle.change([{ from: TEXT.indexOf('one'), to: TEXT.indexOf('one') + 3, insert: 'another' }], 'input.type')
  act(() => handle.results(known))
  expect(bars()).toEqual([])
  handle.undo()
  act(() => handle.results(known))
  expect(bars()).toEqual([['passed']])
})

it('the command that the line names is left out of what it found', async () => {
  const { handle, found } = await open()
  handle.change(
    [{ from: TEXT.indexOf('one'), to: TEXT.indexOf('one') + 3, insert: 'Run `Npm test`' }],
    'input',
  )
  const failed = { status: 'finding', note: '`Npm test` failed (exit code 3): migration pending' } as const
  const named = { ...failed, text: 'Run `Npm test`' }
  act(() =>
    handle.results({
      results: [result('quick:run npm test', named), result('quick:two', failed)],
      working: null,
    }),
  )
  expect(found()).toEqual(['failed (exit code 3): migration pending', failed.note])
})

it('a result of other words is none of this line, also where only their case or markup differs', async () => {
  const { handle, bars } = await open()
  act(() =>
    handle.results({
      results: [result('quick:one', { text: 'One' }), result('quick:two', { text: '*two*' })],
      working: null,
    }),
  )
  expect(bars()).toEqual([])
})
