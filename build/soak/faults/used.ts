import { startApp, type App } from '../../../electron/cli/drill/app.ts'
import type { Case } from '../../../electron/cli/drill/board.ts'
import { newFolder } from '../../../electron/cli/drill/lane.ts'
import { healthyBeats, quits } from '../../../electron/cli/drill/watched.ts'

export const KEPT = 'an event that the backup holds'

/** An app that has ended, with a history and a backup of it. */
export async function used(c: Case): Promise<App> {
  const app = await startApp(c.lane.command, newFolder(c.folder))
  await healthyBeats(c, app, 'before')
  await app.client.events.add({ to: app.healthy, text: KEPT, source: 'cli', wake: 'next' })
  await app.client.settings.change({ quickLimitMs: 77_000 })
  await app.client.backups.make()
  await quits(c, app)
  return app
}
