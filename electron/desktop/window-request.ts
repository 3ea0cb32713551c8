import { app } from 'electron'
import { followLinks } from './app.ts'
import { linkOf, wantsWindow } from './launch.ts'

/** Starts and links that ask for the window, also before it can be shown. */
export interface WindowRequest {
  isWanted(): boolean
  /** As another start of the app asks for it. */
  ask(): void
  /** From now on it can be: at once where it was asked for already. `link` null: no place in it. */
  ready(show: (link: string | null) => void): void
}

/** Before `ready`, or the link that started the app is lost. */
export function followRequests(launch: {
  readonly hidden: boolean
  readonly link: string | null
}): WindowRequest {
  let { link } = launch
  let isWanted = !launch.hidden || link !== null
  let showNow: ((link: string | null) => void) | null = null
  const ask = (next: string | null): void => {
    isWanted = true
    link = next ?? link
    showNow?.(next)
  }
  followLinks(ask)
  app.on('second-instance', (_event, _argv, _cwd, message) => {
    const next = linkOf(message)
    if (next !== null || wantsWindow(message)) ask(next)
  })
  return {
    isWanted: () => isWanted,
    ask: () => ask(null),
    ready(show) {
      showNow = show
      if (isWanted) show(link)
    },
  }
}
