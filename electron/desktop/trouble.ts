import path from 'node:path'
import { dialog, shell } from 'electron'
import { momentText, type ClockFace } from '../../shared/base/clock/time-text.ts'
import { authorityLine, type Authority } from '../../shared/contract/authority.ts'
import { planRestoreNow, restoreNow, salvageTo, troubleOf } from '../machine/archive/trouble.ts'

/**
 * The history cannot be opened: says what happened and what is safe, and offers ways on. 'retry': it may be
 * open by now; 'without': go on with a backup that stands in for it; 'quit'.
 */
export async function mendHistory(
  dataDir: string,
  message: string,
  face: ClockFace,
): Promise<'retry' | 'without' | 'quit'> {
  const { kind, lastGood } = troubleOf(dataDir)
  const good = kind === 'damaged' ? lastGood : null
  const ways: readonly Way[] = [
    ...(good === null ? [] : [restoring(dataDir, good, face)]),
    ...(kind === 'newer' ? [] : [{ label: 'Save what can be read…', go: () => save(dataDir) }]),
    ...(good === null
      ? []
      : [{ label: 'Go on without history', go: () => Promise.resolve('without' as const) }]),
    { label: 'Open the folder', go: () => shell.openPath(dataDir).then(() => null) },
    { label: 'Quit', go: () => Promise.resolve('quit' as const) },
  ]
  for (;;) {
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      title: 'Threadbeat',
      message: MESSAGE[kind],
      buttons: ways.map((w) => w.label),
      cancelId: ways.length - 1,
      defaultId: 0,
      noLink: true,
      detail: `${message}\n\n${SAFE} ${kind === 'damaged' ? damaged(good !== null) : ADVICE[kind]}`,
    })
    const done = await (ways[response] ?? ways[ways.length - 1])?.go()
    if (done != null) return done
  }
}

/** Found while Threadbeat runs, before anything beat. true: the person wants the start that offers the ways on. */
export async function wantsStartAgain(message: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Threadbeat',
    message: MESSAGE.damaged,
    buttons: ['Start again and choose', 'Later'],
    cancelId: 1,
    defaultId: 0,
    noLink: true,
    detail: `${message}\n\n${SAFE} Started again, Threadbeat offers its last good backup, or to save what can be read.`,
  })
  return response === 0
}

const SAFE =
  'Your repositories and their HEARTBEAT.md are safe, and so are your settings. No beat runs before this is ' +
  'settled.'

/** null: nothing is settled by it, and the question comes again. */
interface Way {
  readonly label: string
  go(): Promise<'retry' | 'without' | 'quit' | null>
}
type Trouble = ReturnType<typeof troubleOf>

const restoring = (
  dataDir: string,
  { name, at }: NonNullable<Trouble['lastGood']>,
  face: ClockFace,
): Way => ({
  label: `Restore the backup of ${momentText(at, face)}`,
  go: () => restore(dataDir, name),
})

const MESSAGE: Record<Trouble['kind'], string> = {
  damaged: 'Threadbeat’s history is damaged',
  newer: 'This history was written by a newer Threadbeat',
  unreleased: 'This history is from before Threadbeat’s first release',
}
const ADVICE = {
  newer: 'Install the newer version again.',
  unreleased:
    'To begin anew, move threadbeat.db and the folder "backups" elsewhere, start again, and add your ' +
    'repositories.',
}
const damaged = (hasBackup: boolean): string =>
  hasBackup
    ? 'Restoring keeps the damaged file beside the backups. Going on without history leaves it as it is: ' +
      'beats go on with that backup’s threads, what happens is kept only until Threadbeat ends, and a ' +
      'thread runs only if the damaged file soundly says as well that you trust it.'
    : 'There is no sound backup.'

async function restore(dataDir: string, name: string): Promise<'retry' | null> {
  const plan = await planRestoreNow(dataDir, name)
  if (plan.ok && !(await isAgreed(plan.value.differs))) return null
  const done = plan.ok ? await restoreNow(dataDir, name, plan.value.hash) : plan
  if (done.ok) return 'retry'
  await dialog.showMessageBox({
    type: 'error',
    title: 'Threadbeat',
    message: 'The backup was not restored',
    detail: done.error,
  })
  return null
}

/** The most that a system's message box shows without growing out of the screen. */
const MOST_LINES = 25

/** The damaged history cannot be asked, so this is usually all that the backup executes. */
async function isAgreed(differs: readonly Authority[]): Promise<boolean> {
  if (differs.length === 0) return true
  const lines = differs.slice(0, MOST_LINES).map(authorityLine)
  const more = differs.length - lines.length
  const { response } = await dialog.showMessageBox({
    type: 'question',
    title: 'Threadbeat',
    message: 'The backup executes or allows this',
    detail: [
      ...lines,
      ...(more === 0 ? [] : [`and ${more} more: the command "threadbeat restore NAME" shows all of them`]),
    ].join('\n'),
    buttons: ['Restore', 'Cancel'],
    cancelId: 1,
    defaultId: 1,
    noLink: true,
  })
  return response === 0
}

async function save(dataDir: string): Promise<null> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    title: 'Save what can be read',
    defaultPath: path.join(dataDir, 'salvaged.jsonl'),
    filters: [{ name: 'JSON lines', extensions: ['jsonl'] }],
  })
  if (canceled || filePath === '') return null
  const done = salvageTo(dataDir, filePath)
  await dialog.showMessageBox(
    done.ok
      ? {
          type: 'info',
          title: 'Threadbeat',
          message: `${done.value.rows} rows were saved`,
          detail: `${done.value.damaged.length === 0 ? 'Every table could be read.' : `Not all could be read of: ${done.value.damaged.join(', ')}.`} The file may hold what agents said; keep it as you keep your history.`,
        }
      : { type: 'error', title: 'Threadbeat', message: 'Nothing was saved', detail: done.error },
  )
  return null
}
