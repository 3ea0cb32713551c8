import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { sampleSnapshot, sampleThreadId } from '../../shared/testing/sample-snapshot.ts'
import { MINUTE } from '../../shared/time.ts'
import { show } from '../testing/show.tsx'
import { readInterval } from './schedule.tsx'
import { ThreadSettings } from './thread-settings.tsx'
import { useThread } from '../live.ts'

afterEach(cleanup)
function Settings({ number }: { number: number }) {
  const thread = useThread(sampleThreadId(number))
  return thread === undefined ? null : <ThreadSettings thread={thread} />
}

describe('approvals', () => {
  it('start unticked, show each command sign by sign, and ask before they count', async () => {
    const { host } = show(<Settings number={5} />, sampleSnapshot(Date.now()))
    const box = await screen.findByRole('checkbox', { name: 'Choose npm test' })
    expect(box.getAttribute('aria-checked')).toBe('false')
    expect(screen.getByText('needs a shell')).toBeTruthy()
    fireEvent.click(box)
    fireEvent.click(screen.getByRole('button', { name: 'Approve 1 command…' }))
    const question = await screen.findByRole('alertdialog')
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(host.calls).toEqual([`approvals.set {"id":"thr_5","hashes":["${'a'.repeat(64)}"],"approved":true,"confirmed":true}`]))
  })
})

describe('the runner', () => {
  it('shows the exact argument list before it counts', async () => {
    const { host } = show(<Settings number={3} />, sampleSnapshot(Date.now()))
    fireEvent.change(screen.getByRole('textbox', { name: 'Argument 1' }), { target: { value: '--print "a b"' } })
    fireEvent.click(screen.getByRole('button', { name: 'Review and use…' }))
    const question = await screen.findByRole('alertdialog')
    expect(within(question).getAllByRole('listitem').map((row) => row.textContent)).toEqual(['0claude', '1--print "a b"'])
    fireEvent.click(within(question).getByRole('button', { name: 'Use this command' }))
    await waitFor(() => expect(host.calls).toEqual(['threads.setAgent {"id":"thr_3","agent":{"kind":"command","argv":["claude","--print \\"a b\\""],"env":{}},"confirmed":true}']))
  })
})

describe('an interval', () => {
  it.each([['12', 12 * MINUTE], ['12 min', 12 * MINUTE], ['1h 30m', 90 * MINUTE], ['1 h 30 min', 90 * MINUTE], ['0', 0]])('is read from "%s"', (text, ms) => expect(readInterval(text)).toBe(ms))
  it.each([['soon', 'is not a length of time'], ['30 s', 'must be 1 min to 24 h'], ['2 d', 'must be 1 min to 24 h']])('says what is wrong with "%s"', (text, why) => expect(readInterval(text)).toContain(why))
})
