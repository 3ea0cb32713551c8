import electronUpdater, { type AppUpdater } from 'electron-updater'
import type { Channel, Feed } from './updates.ts'
import { lookTrouble } from './look-trouble.ts'

/**
 * electron-updater on this app's feed, app-update.yml of the package. What is loaded must have the sum that the feed
 * names; on macOS and Windows its signature must be that of this copy. A file of its own, read when somebody asks.
 */
export function createFeed(install: () => void, autoUpdater: AppUpdater = electronUpdater.autoUpdater): Feed {
  autoUpdater.logger = null
  autoUpdater.autoDownload = false
  autoUpdater.autoInstallOnAppQuit = true
  autoUpdater.on('error', () => undefined) // each call rejects with it, too
  return {
    async find(channel: Channel) {
      autoUpdater.channel = channel === 'beta' ? 'beta' : 'latest'
      autoUpdater.allowPrerelease = channel === 'beta'
      autoUpdater.allowDowngrade = false // both of the above allow it
      const found = await autoUpdater.checkForUpdates().catch((error: unknown) => {
        throw new Error(lookTrouble(error))
      })
      // The library asks nobody where it takes this copy for none that it can replace.
      if (found === null) throw new Error('This copy cannot be updated by itself, so nobody was asked.')
      const { version } = found.updateInfo
      if (found.isUpdateAvailable) return version
      // Newer, and yet none for this copy: this system is too old for it, or it is not for everybody yet.
      if (autoUpdater.currentVersion.compare(version) < 0)
        throw new Error(`Version ${version} is there, but not offered to this machine.`)
      return null
    },
    async load(onPercent) {
      const show = ({ percent }: { percent: number }): void => onPercent(percent)
      autoUpdater.on('download-progress', show)
      try {
        await autoUpdater.downloadUpdate()
      } finally {
        autoUpdater.off('download-progress', show)
      }
    },
    install() {
      // On Linux the file is exchanged at the end of the app, which is started again as always.
      if (process.platform === 'linux') install()
      else autoUpdater.quitAndInstall(false, true)
    },
  }
}
