import { app, clipboard } from 'electron'
import { FOREVER } from '../../../shared/alerts/alert.ts'
import { holdUntil, type OpenAt, type TrayAction } from '../../../shared/views/tray/tray-menu.ts'
import { appVersion } from '../app.ts'
import type { Client } from '../client.ts'

interface ActionDeps {
  readonly client: Client
  readonly timeZone: string
  readonly open: (at: OpenAt) => void
  readonly showLogs: () => void
}

/** What a click in the tray menu does. */
export async function perform(
  action: TrayAction,
  { client, timeZone, open, showLogs }: ActionDeps,
): Promise<unknown> {
  const until = 'hold' in action ? holdUntil(action.hold, Date.now(), timeZone) : null
  switch (action.kind) {
    case 'open':
      return open(action.at)
    case 'beat_due':
      return client.beat.allDue()
    case 'stop':
      return client.beat.stop({ runId: action.runId })
    case 'pause':
      return client.threads.pause({ id: null, until, reason: 'paused from the tray' })
    case 'resume':
      return client.threads.resume({ id: null })
    case 'mute':
      return client.settings.change({ mutedUntil: until ?? FOREVER })
    case 'unmute':
      return client.settings.change({ mutedUntil: null })
    case 'show_logs':
      return showLogs()
    case 'copy_version':
      return clipboard.writeText(appVersion())
    case 'install_update':
      return client.app.installUpdate({ confirmed: true })
    case 'quit':
      return app.quit()
  }
}
