import { plural } from '../../shared/base/amounts.ts'
import { messageOf } from '../../shared/base/error-message.ts'
import { asSentence } from '../../shared/base/faults.ts'
import { momentText, type ClockFace } from '../../shared/base/clock/time-text.ts'
import type { Problem } from '../../shared/views/snapshot.ts'
import type { StandIn } from '../machine/archive/trouble.ts'
import type { SettingsFile } from '../machine/disk/settings/settings-file.ts'

/** What a window shows of the folder it works on. */
export const pendingProblem = (notDone: string): Problem => ({
  code: 'pending',
  text: notDone,
  repair: 'Try it again in the settings.',
})

export function standInProblem({ from, distrusted }: StandIn, face: ClockFace): Problem {
  const trust =
    distrusted === 0
      ? ''
      : ` ${plural(distrusted, 'thread is', 'threads are')} not trusted for now, because the damaged ` +
        'file does not soundly say so.'
  return {
    code: 'store',
    text:
      `Your history is damaged. Beats go on with the backup of ${momentText(from, face)}, ` +
      'and what happens now is kept only until Threadbeat ' +
      `ends. Jobs rest, and what was spent since that backup is not counted.${trust}`,
    repair: 'Restore a backup in Settings, Privacy & data; or quit and start again to save what can be read.',
  }
}

/** What says how this machine reaches its hub cannot be read: `why` names the file, the cause and what mends it. */
export const hubProblem = (why: string): Problem => ({
  code: 'hub',
  text: `This machine is cut off from your others. ${asSentence(why)}`,
  repair: 'Until then neither hears anything of the other; what runs here goes on.',
})

/** Found after the start, which has begun nothing yet. */
export const damagedProblem = (message: string): Problem => ({
  code: 'history',
  text: `Your history is damaged. ${message} No beat runs before this is settled.`,
  repair:
    'Quit and start again: Threadbeat then offers its last good backup, or to save what can be read. Your ' +
    'repositories and settings are safe.',
})

/** null: the file is good. */
export function settingsProblem(file: SettingsFile): Problem | null {
  const { problem } = file.state()
  if (problem === null) return null
  return {
    code: 'settings_file',
    text:
      `Your settings file needs a look: ${problem.replace(/\.$/, '')}. The last good settings ` +
      'count, nothing is lost.',
    repair: 'Restore it, or mend it by hand.',
  }
}

/** Of a start that begins nothing by itself. */
export const crashesProblem = (crashes: number): Problem => ({
  code: 'crashes',
  text:
    `Threadbeat crashed or was killed ${crashes} times in a row, each time within 10 minutes of its start. ` +
    'This time everything is paused.',
  repair:
    'Resume when you like. Report a problem, in Settings, Advanced, makes a text for whoever helps you.',
})

/** Stands until the next start. Each step of the engine is a transaction: the history is whole. */
export const bugProblem = (error: unknown, at: number, face: ClockFace): Problem => ({
  code: 'bug',
  text: `Something in Threadbeat broke at ${momentText(at, face)}: ${messageOf(error)}. Beats go on.`,
  repair: 'Start it anew when it suits you. The log says more.',
})
