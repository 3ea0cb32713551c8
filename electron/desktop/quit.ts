import { app, dialog, powerMonitor, type BrowserWindow, type MessageBoxOptions } from 'electron'
import { QUIT_TRUTH } from './windows/close.ts'

interface QuitDeps {
  /** Runs in flight. */
  readonly running: () => number
  readonly window: () => BrowserWindow | null
  /** The page's say about unsaved text; false: the person stays. */
  readonly leaveWindow: () => Promise<boolean>
  /** 'wait': runs finish first; 'stop': they are ended. Closes the store. */
  readonly stopHost: (how: 'wait' | 'stop') => Promise<void>
  readonly cleanUp: () => void
}

const STOPPED_AT_MOST_MS = 15_000
const CHROMIUM_AT_MOST_MS = 3_000

/** Holds every way of quitting until the engine has come to an orderly end. */
export function holdQuit(deps: QuitDeps): void {
  let state: 'running' | 'asking' | 'waiting' | 'ending' | 'ended' = 'running'

  async function end(how: 'wait' | 'stop'): Promise<void> {
    state = how === 'wait' ? 'waiting' : 'ending'
    // An end that never comes must not leave an app that cannot be quit.
    const tooLate = how === 'stop' ? setTimeout(() => app.exit(1), STOPPED_AT_MOST_MS) : null
    await deps.stopHost(how).catch((error: unknown) => console.error('stopping failed:', error))
    if (tooLate !== null) clearTimeout(tooLate)
    try {
      deps.cleanUp()
    } catch (error) {
      console.error('not all was cleaned up:', error)
    }
    state = 'ended'
    app.quit() // not exit(): Chromium writes down what the page stored, and the panel gets its answer
    setTimeout(() => app.exit(0), CHROMIUM_AT_MOST_MS)
  }

  async function ask(): Promise<void> {
    const before = state
    state = 'asking'
    const running = deps.running()
    if (before === 'waiting') {
      const choice = await choose(deps.window(), {
        message: 'Still waiting for beats to finish',
        buttons: ['Keep waiting', 'Stop them and quit'],
      })
      state = 'waiting'
      if (choice === 1) await end('stop')
      return
    }
    if (running > 0) {
      const message = running === 1 ? '1 beat is running' : `${running} beats are running`
      const choice = await choose(deps.window(), {
        message,
        buttons: ['Wait, then quit', 'Stop them and quit', 'Cancel'],
      })
      if (choice === 2 || !(await deps.leaveWindow())) return void (state = 'running')
      return end(choice === 1 ? 'stop' : 'wait')
    }
    if (!(await deps.leaveWindow())) return void (state = 'running')
    return end('stop')
  }

  app.on('before-quit', (event) => {
    if (state === 'ended') return
    event.preventDefault()
    if (state === 'running' || state === 'waiting') void ask()
  })
  // The machine or the session ends: nobody is there to answer, and little time is left.
  const atOnce = (): void => {
    if (state !== 'ending' && state !== 'ended') void end('stop')
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, atOnce)
  if (process.platform !== 'win32') {
    powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
      event?.preventDefault()
      atOnce()
    })
  }
}

async function choose(
  window: BrowserWindow | null,
  options: Pick<MessageBoxOptions, 'message' | 'buttons'>,
): Promise<number> {
  const all: MessageBoxOptions = {
    type: 'question',
    title: 'Quit Threadbeat',
    detail: QUIT_TRUTH,
    defaultId: 0,
    cancelId: (options.buttons?.length ?? 1) === 3 ? 2 : 0,
    noLink: true,
    ...options,
  }
  const { response } =
    window === null ? await dialog.showMessageBox(all) : await dialog.showMessageBox(window, all)
  return response
}
