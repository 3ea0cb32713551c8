import { app } from 'electron'
import type { Autostart } from '../../engine/ports/desktop.ts'
import { dataDirWords, homeFolder } from '../../machine/disk/data-dir.ts'
import { autostartWay, entryAutostart } from '../../machine/session/autostart.ts'

/** Start at login, as the system itself says. `dataDir`: that of this start; null: no later start is to have it. */
export function createAutostart(dataDir: string | null): Autostart {
  const way = autostartWay({
    platform: process.platform,
    isPackaged: app.isPackaged,
    execPath: process.execPath,
    home: homeFolder(),
    dataDirWords: dataDir === null ? [] : dataDirWords(dataDir),
    env: process.env,
  })
  if (way.kind === 'entry') return entryAutostart(way)
  if (way.kind === 'none') {
    const state = () => ({ supported: false, on: false, text: way.why })
    return { state, set: state }
  }
  const args = [...way.argv]
  const state = () => ({
    supported: true,
    on: app.getLoginItemSettings({ args }).openAtLogin,
    text: 'By the system’s own list of login items; it starts without a window, in the tray.',
  })
  return {
    state,
    set(on) {
      app.setLoginItemSettings({ openAtLogin: on, args })
      return state()
    },
  }
}
