import { create } from 'zustand'
import { DAY, HOUR, MINUTE, type Instant } from '../../shared/base/time.ts'
import { useMinute } from '../kit/time.ts'

/** So long nobody must have looked at the window for an absence. */
const AWAY_MS = HOUR
/** Of a longer one only the end is summed up. */
const SUMMED_MS = 7 * DAY
/** So long after it, it is told what came of it. */
const TOLD_MS = 30 * MINUTE
const STORED_AS = 'lastLook'

/** Nobody looked at the window from the one instant to the other. */
interface Absence {
  readonly from: Instant
  readonly to: Instant
}

/** The last one; null: the person was here all the time. */
export const useAbsence = create<{ readonly absence: Absence | null }>(() => ({ absence: null }))

/** While there is to be told of it; null: the person was here, or has been back for long. */
export function useToldAbsence(): Absence | null {
  const absence = useAbsence((s) => s.absence)
  const now = useMinute()
  // The minute that is shown may have begun before; a clock that was set back ends it.
  const since = absence === null ? TOLD_MS : now - absence.to
  return since > -MINUTE && since < TOLD_MS ? absence : null
}

const noteLook = (): void => localStorage.setItem(STORED_AS, String(Date.now()))

function look(): void {
  const stored = localStorage.getItem(STORED_AS)
  const now = Date.now()
  // Without a first look there is no absence; neither is one that would end before it began, by a clock set back.
  if (stored !== null && now - Number(stored) >= AWAY_MS)
    useAbsence.setState({ absence: { from: Math.max(Number(stored), now - SUMMED_MS), to: now } })
  noteLook()
}

/** From now on it is kept when the window was last looked at, over restarts. Returns what ends that. */
export function watchLooks(): () => void {
  if (document.hasFocus()) look()
  addEventListener('focus', look)
  addEventListener('blur', noteLook)
  return () => {
    removeEventListener('focus', look)
    removeEventListener('blur', noteLook)
  }
}
