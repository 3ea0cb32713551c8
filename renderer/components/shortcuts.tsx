import type { ReactNode } from 'react'
import type { Place } from '../navigation.ts'
import { useUi } from '../ui-state.ts'
import { Kbd } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** G, then a letter: every place, also the ones without a number. */
export const PLACE_OF_LETTER: Readonly<Record<string, Place>> = { t: 'today', r: 'threads', q: 'queue', j: 'jobs', a: 'ahead', h: 'history', e: 'agents', s: 'settings' }

const GROUPS: readonly { readonly title: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    title: 'Everywhere',
    keys: [['Mod+1', 'Today; 2 to 7 the other places'], ['Mod+[', 'Back'], ['Mod+]', 'Forward'], ['Mod+N', 'Add repositories'], ['Mod+Shift+B', 'Beat everything due'], ['Mod+,', 'Settings'], ['?', 'This list']],
  },
  {
    title: 'Fleet',
    keys: [['/', 'Filter'], ['J', 'Next thread (or ↓)'], ['K', 'Previous thread (or ↑)'], ['Enter', 'Open the thread'], ['B', 'Beat it now'], ['Shift+B', 'Choose the tier'], ['P', 'Pause or resume'], ['E', 'Edit HEARTBEAT.md'], ['A', 'Acknowledge its alerts'], ['O', 'Open its last run']],
  },
  {
    title: 'Go to',
    keys: [['G T', 'Today'], ['G R', 'Threads'], ['G Q', 'Queue'], ['G J', 'Jobs'], ['G A', 'The next 24 hours'], ['G H', 'History'], ['G E', 'Agents'], ['G S', 'Settings']],
  },
  { title: 'Strip', keys: [['← →', 'Walk the beats'], ['Enter', 'Open the beat']] },
  { title: 'Next 24 hours', keys: [['← → ↑ ↓', 'Walk the hours'], ['Home', 'The first hour; End the last'], ['Enter', 'Open the thread']] },
  { title: 'Thread', keys: [['Alt+1', 'Overview; 2 HEARTBEAT.md, 3 Runs, 4 Conversation, 5 Activity, 6 Settings'], ['B', 'Beat it now'], ['Mod+S', 'Save HEARTBEAT.md'], ['Enter', 'Send the message'], ['Shift+Enter', 'New line in it']] },
]

export function Shortcuts(): ReactNode {
  const isOpen = useUi((s) => s.shortcuts)
  const show = useUi((s) => s.showShortcuts)
  return (
    <Dialog open={isOpen} onClose={() => show(false)} title="Keyboard" width={760} isText>
      <div className="columns-2 gap-8">
        {GROUPS.map(({ title, keys }) => (
          <section key={title} aria-label={title} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 text-11 font-semibold tracking-[0.06em] text-ink-3 uppercase">{title}</h3>
            <dl>
              {keys.map(([key, what]) => (
                <div key={key} className="flex items-baseline justify-between gap-3 py-1">
                  <dd className="order-1 text-13 text-ink-2">{what}</dd>
                  <dt className="order-2"><Kbd keys={key} /><span className="sr-only">{key}</span></dt>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
