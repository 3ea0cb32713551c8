import { powerMonitor } from 'electron'

/** Timers stand still while the machine sleeps. Both events may come more than once; `tick` does not mind. */
export function watchPower(tick: () => void): () => void {
  powerMonitor.on('resume', tick)
  powerMonitor.on('unlock-screen', tick)
  return () => {
    powerMonitor.off('resume', tick)
    powerMonitor.off('unlock-screen', tick)
  }
}
