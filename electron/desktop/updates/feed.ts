import electronUpdater from 'electron-updater'
import type { Channel, Feed } from './updates.ts'

/**
 * electron-updater on this app's feed, app-update.yml of the package. What is loaded must have the sum that the feed
 * names; on macOS and Windows its signature must be that of this copy. A file of its own, read when somebody asks.
 */
export function createFeed(install: () => void): Feed {
  const { autoUpdater } = electronUpdater
  autoUpdater.logger = null
  autoUpdater.autoDownload = false
  autoUpdater.autoInstallOnAppQuit = true
  autoUpdater.on('error', () => undefined) // each call rejects with it, too
  return {
    async find(channel: Channel) {
      autoUpdater.channel = channel === 'beta' ? 'beta' : 'latest'
      autoUpdater.allowPrerelease = channel === 'beta'
      autoUpdater.allowDowngrade = false // both of the above allow it
      const found = await autoUpdater.checkForUpdates()
      return found?.isUpdateAvailable === true ? found.updateInfo.version : null
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
